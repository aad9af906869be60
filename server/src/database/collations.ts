import type { Queryable } from './pool';

/**
 * A collation of an index, or the database's own, that the system now has in another version than the one
 * stored.
 */
interface ChangedCollation {
  /** As in SQL: `database palier` or `collation "fr-FR-x-icu"`. */
  readonly subject: string;
  readonly stored: string | null;
  readonly actual: string | null;
  /** The database's name, quoted. */
  readonly database: string;
  /** Stores the actual version. */
  readonly refresh: string;
}

/**
 * A version that was not stored (a system without locales) differs from any that is there now; no `alter`
 * stores one then.
 */
const CHANGED_COLLATIONS_SQL = `
  with changed as (
    select 'database ' || quote_ident(datname) as subject, 'refresh collation version' as action,
           datcollversion as stored, actual,
           format('update pg_database set datcollversion = %L where datname = %L', actual, datname) as update
      from pg_database, pg_database_collation_actual_version(oid) actual
     where datname = current_database() and datcollversion is distinct from actual
    union all
    select 'collation ' || c.oid::regcollation, 'refresh version', c.collversion, actual,
           format('update pg_collation set collversion = %L where oid = %s', actual, c.oid)
      from pg_collation c, pg_collation_actual_version(c.oid) actual
     where c.collprovider <> 'd' and c.collversion is distinct from actual
       and c.oid in (select unnest(indcollation::oid[]) from pg_index))
  select subject, stored, actual, quote_ident(current_database()) as database,
         case when stored is null or actual is null then update
              else concat_ws(' ', 'alter', subject, action) end as refresh
    from changed order by subject desc`;

/**
 * One sentence for each collation that may order text otherwise than when the indexes were built, with what
 * to do.
 */
export async function describeChangedCollations(database: Queryable): Promise<string[]> {
  const { rows } = await database.query<ChangedCollation>(CHANGED_COLLATIONS_SQL);
  return rows.map(
    ({ subject, stored, actual, database: name, refresh }) =>
      `The ${subject} was made with version ${stored ?? 'unknown'} of its collation ` +
      `and now has version ${actual ?? 'unknown'}: an index in its order may miss rows. ` +
      'Run verify --indexes, then as a superuser of PostgreSQL, in this order: ' +
      `reindex (concurrently) database ${name}; ${refresh};`,
  );
}

/**
 * Whether the order of texts that name no collation comes from the operating system or ICU, and can change
 * with it.
 */
export async function hasSystemCollation(database: Queryable): Promise<boolean> {
  const { rowCount } = await database.query(
    `select from pg_database where datname = current_database() and datlocprovider <> 'b'
        and (datlocprovider = 'i' or upper(datcollate) not in ('C', 'POSIX', 'C.UTF-8', 'C.UTF8'))`,
  );
  return rowCount === 1;
}
