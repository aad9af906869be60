import type { Report, ReportDay } from '@palier/shared/contracts';
import { fromMicros } from '@palier/shared/money';
import type { Queryable } from '../database/pool';
import type { Period } from './report-range';

interface TotalsRow {
  total_in: bigint;
  total_out: bigint;
}

const toReport = ({ total_in, total_out }: TotalsRow): Report => ({
  totalIn: fromMicros(total_in),
  totalOut: fromMicros(total_out),
  totalNet: fromMicros(total_in - total_out),
});

/**
 * The account's deposits (opening balances included) and withdrawals from `from` to `to`, both included: the
 * difference of two running totals, so the cost does not grow with the range. The end is exclusive at `to`
 * plus one millisecond. When clocks are set back over midnight, the day ends with the second midnight, as in
 * the day close.
 */
export async function readTotals(
  database: Queryable,
  accountId: number,
  { from, to }: Period,
  timeZone: string,
): Promise<Report> {
  const { rows } = await database.query<TotalsRow>({
    name: 'report',
    text: `select coalesce(last.initiated_in_after, 0) - coalesce(before.initiated_in_after, 0) as total_in,
                  coalesce(last.initiated_out_after, 0) - coalesce(before.initiated_out_after, 0) as total_out
             from (values (1)) x
             left join lateral (select initiated_in_after, initiated_out_after from transfers
               where initiator_account_id = $1
                 and created_at < ($3::timestamp + interval '1 millisecond') at time zone $4
               order by created_at desc, id desc limit 1) last on true
             left join lateral (select initiated_in_after, initiated_out_after from transfers
               where initiator_account_id = $1 and created_at < $2::timestamp at time zone $4
               order by created_at desc, id desc limit 1) before on true`,
    values: [accountId, from, to, timeZone],
  });
  return toReport(rows[0] ?? { total_in: 0n, total_out: 0n });
}

/**
 * The totals of `readTotals` for each day from `from` to `to` (YYYY-MM-DD), in order: one lookup of the
 * running totals per day.
 */
export async function readDailyTotals(
  database: Queryable,
  accountId: number,
  { from, to }: Period,
  timeZone: string,
): Promise<ReportDay[]> {
  const { rows } = await database.query<TotalsRow & { date: string }>({
    name: 'daily-report',
    text: `select to_char(day, 'YYYY-MM-DD') as date,
                  in_after - in_before as total_in, out_after - out_before as total_out
             from (select day, in_after, out_after, lag(in_after) over days as in_before,
                          lag(out_after) over days as out_before
                     from (select day, coalesce(initiated_in_after, 0) as in_after,
                                  coalesce(initiated_out_after, 0) as out_after
                             from generate_series($2::timestamp - interval '1 day', $3::timestamp,
                                                  interval '1 day') as day
                             left join lateral (select initiated_in_after, initiated_out_after from transfers
                               where initiator_account_id = $1
                                 and created_at < (day + interval '1 day') at time zone $4
                               order by created_at desc, id desc limit 1) last on true) ends
                   window days as (order by day)) d
            where in_before is not null order by day`,
    values: [accountId, from, to, timeZone],
  });
  return rows.map((row) => ({ date: row.date, ...toReport(row) }));
}
