import type { Queryable } from '../database/pool';

/** Counts of unfinished work; NaN when the database does not answer. */
export interface DatabaseCounts {
  readonly undelivered: number;
  readonly open: number;
  readonly disputed: number;
  readonly oldest: number;
  /** Findings that no operator has examined. */
  readonly unknownRounds: number;
  readonly largeWins: number;
  readonly largeDays: number;
}
export const UNKNOWN: DatabaseCounts = {
  undelivered: Number.NaN,
  open: Number.NaN,
  disputed: Number.NaN,
  oldest: Number.NaN,
  unknownRounds: Number.NaN,
  largeWins: Number.NaN,
  largeDays: Number.NaN,
};

export async function readDatabaseCounts(database: Queryable): Promise<DatabaseCounts> {
  try {
    const { rows } = await database.query<DatabaseCounts>(
      `select (select count(*) from jackpot_wins where delivered_at is null)::int as undelivered,
              o.open, o.disputed, f.*,
              coalesce(extract(epoch from now() - (select min(opened_at) from rounds
                where state = 'OPEN' and not is_disputed)), 0)::float8 as oldest
         from (select count(*)::int as open, (count(*) filter (where is_disputed))::int as disputed
                 from (select is_disputed from rounds where state = 'OPEN' limit 100000) r) o
        cross join (select (count(*) filter (where kind = 'unknown-to-provider'))::int as "unknownRounds",
                           (count(*) filter (where kind = 'win-above-limit'))::int as "largeWins",
                           (count(*) filter (where kind = 'day-above-limit'))::int as "largeDays"
                      from game_findings where examined_by is null) f`,
    );
    return rows[0] ?? UNKNOWN;
  } catch {
    return UNKNOWN;
  }
}
