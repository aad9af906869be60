import type pg from 'pg';

/** A whole statement that defines a function. */
const DEFINITION = /^create or replace function [^]*?\$(\w*)\$[^]*?\$\1\$[^;]*;/gm;
/** The new form returns something else, which PostgreSQL refuses to replace. */
const OTHER_RESULT = '42P13';

interface StoredFunction {
  readonly oid: number;
  readonly name: string;
  /** The function with the types of its arguments, as SQL. */
  readonly signature: string;
  readonly version: string;
}

/**
 * Defines the functions of `text`, and drops the older ones of the same names: a changed list of arguments
 * would otherwise leave both, and a call or a grant would not be unique. Views that use a dropped function go
 * with it; the text defines them again. Call it inside a transaction, before the whole text is applied.
 */
export async function replaceFunctions(client: pg.ClientBase, text: string): Promise<void> {
  const before = new Map((await listFunctions(client)).map((one) => [one.oid, one.version]));
  // Bodies may name views and functions that the text defines later.
  await client.query('set local check_function_bodies = off');
  for (const [definition] of text.matchAll(DEFINITION)) await define(client, definition);
  await client.query('set local check_function_bodies = on');
  const after = await listFunctions(client);
  const isReplaced = ({ oid, version }: StoredFunction): boolean => before.get(oid) !== version;
  const replaced = new Set(after.filter(isReplaced).map(({ name }) => name));
  for (const one of after) if (!isReplaced(one) && replaced.has(one.name)) await drop(client, one.signature);
}

/** The functions of the schema, without those of extensions. A definition changes the version of its row. */
async function listFunctions(client: pg.ClientBase): Promise<StoredFunction[]> {
  const { rows } = await client.query<StoredFunction>(
    `select oid::int as oid, proname::text as name, oid::regprocedure::text as signature,
            xmin::text || ' ' || ctid::text as version
       from pg_proc p
      where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend
                         where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')`,
  );
  return rows;
}

async function define(client: pg.ClientBase, definition: string): Promise<void> {
  await client.query('savepoint definition');
  try {
    await client.query(definition);
  } catch (error) {
    const { code, hint = '' } = error as pg.DatabaseError;
    const [, signature] = /DROP FUNCTION (.+) first/.exec(hint) ?? [];
    if (code !== OTHER_RESULT || signature === undefined) throw error;
    await client.query('rollback to savepoint definition');
    await drop(client, signature);
    await client.query(definition);
  }
  await client.query('release savepoint definition');
}

async function drop(client: pg.ClientBase, signature: string): Promise<void> {
  const { rows } = await client.query<{ view: string }>(
    `select distinct r.ev_class::regclass::text as view
       from pg_depend d join pg_rewrite r on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid
      where d.refclassid = 'pg_proc'::regclass and d.refobjid = $1::regprocedure`,
    [signature],
  );
  for (const { view } of rows) await client.query(`drop view if exists ${view} cascade`);
  await client.query(`drop function ${signature}`);
}
