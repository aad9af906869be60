import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Queryable } from '../../src/database/pool';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

const HEAD = `-- The schema as the migrations leave it, to be read: nothing runs this file. Each thing stands under what its migration says of it.
-- Written anew after a migration, in server/: RECORD=1 node --import tsx --test test/schema.test.ts
--
-- The application moves money by ledger_apply_one and ledger_apply_agents (agents), ledger_apply (games) and register_user.
-- An account's postings are numbered in lists: O, what it initiated; I, what it received of an initiator; S, the system's.`;

const OURS = `'public'::regnamespace`;
const COLUMNS = `select string_agg(concat_ws(' ', ' ', quote_ident(attname), format_type(atttypid, atttypmod),
    'default ' || pg_get_expr(adbin, adrelid), case when attidentity <> '' then 'generated always as identity' end,
    case when attnotnull then 'not null' end), E',\\n' order by attnum)
  from pg_attribute left join pg_attrdef on (adrelid, adnum) = (attrelid, attnum)
 where attrelid = c.oid and attnum > 0 and not attisdropped`;
const CONSTRAINTS = `select string_agg(format('  constraint %I %s', conname, pg_get_constraintdef(oid)), E',\\n' order by contype, conname)
  from pg_constraint where conrelid = c.oid and contype <> 'n'`;
const INDEXES = `select string_agg(format(E'\\n%s;', pg_get_indexdef(indexrelid)), '' order by indexrelid::regclass::text)
  from pg_index where indrelid = c.oid and not exists (select from pg_constraint where conrelid = c.oid and conindid = indexrelid)`;
const TRIGGERS = `select string_agg(format(E'\\n%s;', pg_get_triggerdef(oid)), '' order by tgname)
  from pg_trigger where tgrelid = c.oid and not tgisinternal`;
const GRANTS = `select format(E'\\ngrant %s on %I to palier_app;', string_agg(given, ', ' order by given), relname) from (
    select lower(privilege_type) as given from aclexplode(relacl) where grantee = 'palier_app'::regrole
    union all
    select format('%s (%s)', lower(privilege_type), string_agg(quote_ident(attname), ', ' order by attnum))
      from pg_attribute, aclexplode(attacl) where attrelid = c.oid and grantee = 'palier_app'::regrole group by privilege_type) g
having count(*) > 0`;

/** Each answers a text for each thing of a kind. */
const PARTS = [
  `select format('create domain %I as %s %s;', typname, format_type(typbasetype, typtypmod),
          (select string_agg(pg_get_constraintdef(oid), ' ') from pg_constraint where contypid = t.oid)) as text
     from pg_type t where typtype = 'd' and typnamespace = ${OURS} order by typname`,
  `select concat(format(E'create table %I (\\n%s\\n)', relname, concat_ws(E',\\n', (${COLUMNS}), (${CONSTRAINTS}))),
          ' with (' || array_to_string(reloptions, ', ') || ')', ';', (${INDEXES}), (${TRIGGERS}), (${GRANTS})) as text
     from pg_class c where relkind = 'r' and relnamespace = ${OURS} and relname <> 'palier_migrations' order by relname`,
  `select concat(format(E'create view %I as\\n%s', relname, pg_get_viewdef(oid, true)), (${GRANTS})) as text
     from pg_class c where relkind = 'v' and relnamespace = ${OURS} order by relname`,
  `select format(E'create type %I as (\\n%s\\n);', relname, (${COLUMNS})) as text
     from pg_class c where relkind = 'c' and relnamespace = ${OURS} order by relname`,
  `select concat(rtrim(pg_get_functiondef(oid), E'\\n'), ';', (
            select string_agg(format(E'\\ngrant execute on function %s to %s;', p.oid::regprocedure,
                     case grantee when 0 then 'public' else 'palier_app' end), '' order by grantee)
              from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee in (0, 'palier_app'::regrole))) as text
     from pg_proc p where pronamespace = ${OURS} order by proname, p.oid::regprocedure::text`,
];

/** Two functions of one name are told apart by their first argument. */
const THING =
  /^create (?:or replace )?(?:unique )?(?:domain|table|view|type|function|index|trigger) (?:public\.)?(\w+(?:\(\w+)?)/i;
const COLUMN = /^(?:alter table \w+)?\s+(?:add column )?(?!constraint |check |primary )"?(\w+)"? /;

/** The name of what a line of SQL makes, of a column behind its owner's; empty where it makes nothing. */
function madeBy(line: string, owner = ''): string {
  const column = COLUMN.exec(line)?.[1];
  return THING.exec(line)?.[1] ?? (column === undefined ? '' : `${owner}.${column}`);
}

/** The head of a comment that points back at another migration: nothing is said but that, or more behind `;`, or all anew behind `:`. */
const POINTS_BACK = /^-- As in [^:;.]*(?:[.]|([:;]) (.))/;

/** What is known of a thing once its comment `said` has been read after `before`. */
function lastWord(before: readonly string[], [head = '', ...more]: readonly string[]): readonly string[] {
  const pointer = POINTS_BACK.exec(head);
  if (pointer === null) return [head, ...more];
  const [whole, sign, first = ''] = pointer;
  if (sign === undefined) return before;
  return [...(sign === ';' ? before : []), `-- ${first.toUpperCase()}${head.slice(whole.length)}`, ...more];
}

/** What the migrations say right above what they make, by its name: their last word. */
async function readComments(): Promise<Map<string, readonly string[]>> {
  const comments = new Map<string, readonly string[]>();
  for (const file of (await readdir(MIGRATIONS)).sort()) {
    let owner = '';
    let said: string[] = [];
    for (const line of (await readFile(path.join(MIGRATIONS, file), 'utf8')).split('\n')) {
      if (/^ *--/.test(line)) {
        said.push(line.trim());
        continue;
      }
      owner = /^(?:create table|create type|alter table) (\w+)/.exec(line)?.[1] ?? owner;
      const name = madeBy(line, owner);
      const pointsBack = POINTS_BACK.test(said[0] ?? '');
      if (/^create (?!or replace)/.test(line) && !pointsBack)
        for (const old of comments.keys())
          if (old === name || old.startsWith(`${name}.`)) comments.delete(old);
      if (name !== '' && said.length > 0) comments.set(name, lastWord(comments.get(name) ?? [], said));
      said = [];
      if (line.endsWith(';')) owner = '';
    }
  }
  return comments;
}

/** The schema of a migrated database, as a person reads it. */
export async function writtenSchema(database: Queryable): Promise<string> {
  const comments = await readComments();
  const described = (text: string): string =>
    text
      .replaceAll('public.', '')
      .split('\n')
      .flatMap((line) => {
        const indent = /^ */.exec(line)?.[0] ?? '';
        return [...(comments.get(madeBy(line, madeBy(text))) ?? []).map((comment) => indent + comment), line];
      })
      .join('\n');
  const texts = [HEAD];
  for (const part of PARTS)
    texts.push(...(await database.query<{ text: string }>(part)).rows.map(({ text }) => described(text)));
  return `${texts.join('\n\n')}\n`;
}
