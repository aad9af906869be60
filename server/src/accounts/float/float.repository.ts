import { fromMicros } from '@palier/shared/money';
import type { Queryable } from '../../database/pool';
import type { UserRecord } from '../../users/user.repository';
import type { FloatHistory } from './estimate-float';

const WEEKS = 4;
const HOURS = 24;

interface HourRow {
  /** Weeks before today. */
  readonly week: number;
  /** Local hours since the midnight of that day. */
  readonly hour: number;
  /** What the agent had given before this hour since the beginning, less what it had taken back. */
  readonly given: bigint;
  readonly existed: boolean;
  readonly today: string;
  readonly now_minute: number;
}

/** An agent's giving on the last four same weekdays and today, and the local date of today. */
export interface DatedFloatHistory extends FloatHistory {
  readonly date: string;
}

/**
 * Reads the running totals at each hour: one lookup for each, so the cost does not grow with the number of
 * movements. Today has the hours up to the running one, whose end is still to come.
 */
export async function readFloatHistory(
  database: Queryable,
  { id, accountId, balanceMicros }: Pick<UserRecord, 'id' | 'accountId' | 'balanceMicros'>,
  timeZone: string,
): Promise<DatedFloatHistory> {
  const { rows } = await database.query<HourRow>({
    name: 'float-history',
    text: `with clock as (select now() at time zone $3 as present)
      , hours as (
        select week, hour, present, present::date - 7 * week as day,
               (present::date - 7 * week)::timestamp + make_interval(hours => hour) as moment
          from clock, generate_series(0, ${WEEKS}) week, generate_series(0, ${HOURS}) hour
         where week > 0 or hour <= extract(hour from present) + 1)
      select week, hour, coalesce(last.initiated_in_after - last.initiated_out_after, 0) as given,
             u.created_at <= day::timestamp at time zone $3 as existed,
             to_char(present, 'YYYY-MM-DD') as today,
             (extract(hour from present) * 60 + extract(minute from present))::int as now_minute
        from hours cross join (select created_at from users where id = $2) u
        left join lateral (
          select initiated_in_after, initiated_out_after from transfers
           where initiator_account_id = $1 and created_at < moment at time zone $3
           order by created_at desc, id desc limit 1) last on true
       order by week desc, hour`,
    values: [accountId, id, timeZone],
  });
  const hoursOf = (week: number): number[] => {
    const given = rows.filter((row) => row.week === week).map((row) => fromMicros(row.given));
    return given.slice(1).map((total, index) => total - (given[index] ?? 0));
  };
  const existed = (week: number): boolean => rows.some((row) => row.week === week && row.existed);
  return {
    balance: fromMicros(balanceMicros),
    nowMinute: rows[0]?.now_minute ?? 0,
    days: Array.from({ length: WEEKS }, (_, index) => WEEKS - index).map((week) =>
      existed(week) ? hoursOf(week) : null,
    ),
    today: hoursOf(0),
    date: rows[0]?.today ?? '',
  };
}
