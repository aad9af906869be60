import type { Queryable } from '../database/pool';

/** SQL states of a damaged index or table. */
const DAMAGED = ['XX001', 'XX002'];
/** The login may not run the check, or amcheck is older than this check. */
const NOT_ALLOWED = '42501';
const UNKNOWN_FUNCTION = '42883';

const FUNCTION = 'bt_index_check(regclass, boolean, boolean)';

/** Why the indexes cannot be checked, with what to do. */
export class AmcheckUnavailable extends Error {}

export interface DamagedIndex {
  readonly index: string;
  readonly table: string;
  readonly fault: string;
}

/**
 * Compares each unique index with its table by PostgreSQL's amcheck, while the servers run: order, missing
 * rows, and keys that are in the index twice. Throws an AmcheckUnavailable without the extension.
 */
export async function findDamagedKeys(database: Queryable): Promise<{
  readonly checked: number;
  readonly damaged: readonly DamagedIndex[];
}> {
  const schema = await schemaOfAmcheck(database);
  const { rows: indexes } = await database.query<{ oid: number; index: string; table: string }>(
    `select i.indexrelid::int8 as oid, i.indexrelid::regclass::text as index,
            i.indrelid::regclass::text as table
       from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
      where i.indisunique and a.amname = 'btree' and c.relnamespace = 'public'::regnamespace order by 2`,
  );
  const damaged: DamagedIndex[] = [];
  for (const { oid, index, table } of indexes) {
    const fault = await faultOf(database, schema, oid);
    if (fault !== null) damaged.push({ index, table, fault });
  }
  return { checked: indexes.length, damaged };
}

/** The quoted schema of the extension. */
async function schemaOfAmcheck(database: Queryable): Promise<string> {
  const { rows } = await database.query<{ schema: string }>(
    `select quote_ident(n.nspname) as schema from pg_extension e join pg_namespace n on n.oid = e.extnamespace
      where e.extname = 'amcheck'`,
  );
  if (rows[0] !== undefined) return rows[0].schema;
  throw new AmcheckUnavailable(
    'The indexes were not checked: amcheck is not installed in this database. ' +
      'As a superuser of PostgreSQL run there: create extension amcheck; ' +
      `grant execute on function ${FUNCTION} to the owner's role; it comes with PostgreSQL ` +
      '(on some systems in the package postgresql-contrib).',
  );
}

async function faultOf(database: Queryable, schema: string, oid: number): Promise<string | null> {
  try {
    await database.query(
      `select ${schema}.bt_index_check(index => $1::oid::regclass, heapallindexed => true,
                                       checkunique => true)`,
      [oid],
    );
    return null;
  } catch (error) {
    const { code, message, detail } = error as Error & { code?: string; detail?: string };
    if (code === NOT_ALLOWED)
      throw new AmcheckUnavailable(
        'The indexes were not checked: the owner may not run amcheck. ' +
          'As a superuser of PostgreSQL run in this database: ' +
          `grant execute on function ${schema}.${FUNCTION} to the owner's role;`,
        { cause: error },
      );
    if (code === UNKNOWN_FUNCTION)
      throw new AmcheckUnavailable(
        'The indexes were not checked: the installed amcheck is older than 1.4. ' +
          'As a superuser of PostgreSQL run in this database: alter extension amcheck update;',
        { cause: error },
      );
    if (code === undefined || !DAMAGED.includes(code)) throw error;
    return detail === undefined ? message : `${message} (${detail})`;
  }
}
