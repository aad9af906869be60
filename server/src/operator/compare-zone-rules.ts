import type { Queryable } from '../database/pool';
import type { LocalTime } from '../web/platform-day';

/**
 * The first moment of the next 400 days, to six hours, at which PostgreSQL has another local time in the zone
 * than `localTime`; null without one. Governments change their clocks, and Node and PostgreSQL learn of it by
 * different updates.
 */
export async function firstDifferentTime(
  database: Queryable,
  timeZone: string,
  localTime: LocalTime,
): Promise<Date | null> {
  const { rows } = await database.query<{ momentMs: number; localMs: number }>(
    `select extract(epoch from moment)::float8 * 1000 as "momentMs",
            extract(epoch from moment at time zone $1)::float8 * 1000 as "localMs"
       from generate_series(date_trunc('hour', now()), now() + interval '400 days', '6 hours') moment
      order by moment`,
    [timeZone],
  );
  const first = rows.find(({ momentMs, localMs }) => localTime(momentMs) !== localMs);
  return first === undefined ? null : new Date(first.momentMs);
}
