import type { HistoryItem, Page, Report, ReportDay } from '@palier/shared/contracts';
import { fromMicros } from '@palier/shared/money';
import type { Queryable } from '../database/pool';

interface HistoryRow {
  total: bigint;
  id: bigint;
  date: string;
  target_username: string;
  target_user_id: number | null;
  initiator_username: string;
  kind: string;
  amount: bigint;
}

/** Past the last page only the total is left. */
interface EmptyPageRow {
  total: bigint;
  id: null;
}

const toItem = (row: HistoryRow): HistoryItem => ({
  id: Number(row.id),
  date: row.date,
  targetUsername: row.target_username,
  targetUserId: row.target_user_id,
  initiatorUsername: row.initiator_username,
  initiatorTransactionType: row.kind,
  amount: fromMicros(row.amount),
});

/**
 * Which history: what `accountId` initiated, or what it received, of one initiator where `initiatorId` names it. Both
 * are account ids.
 */
export type HistoryList =
  | { readonly of: 'outgoing'; readonly accountId: number }
  | { readonly of: 'incoming'; readonly accountId: number; readonly initiatorId?: number };

/** The posting list of a history and the counter that numbers it densely from 1 (migrations/0005_ledger_functions.sql). */
const NUMBERED = {
  outgoing: { list: 'O', counter: 'initiated_count' },
  incoming: { list: 'I', counter: 'received_count' },
} as const;

// Page p, newest first, is the range (total - (p+1)*size, total - p*size] of the numbers: no scan, however deep.
const pageText = (of: HistoryList['of']): string => {
  const { list, counter } = NUMBERED[of];
  return `select a.${counter} as total, item.* from accounts a
    left join lateral (
      select t.id, to_char(t.created_at at time zone $4, 'YYYY-MM-DD"T"HH24:MI:SS.MS') as date,
             coalesce(target.username, nullif(t.label, ''), initiator.username) as target_username,
             target.id as target_user_id, initiator.username as initiator_username, t.kind, t.amount, p.seq
        from postings p join transfers t on t.id = p.transfer_id
        join users initiator on initiator.account_id = t.initiator_id
        left join users target on target.account_id = t.target_id
       where p.account_id = a.id and p.list = '${list}' and t.initiator_id = coalesce($5::int, t.initiator_id)
         and p.seq <= a.${counter} - $2::bigint * $3::int and p.seq > a.${counter} - ($2::bigint + 1) * $3::int
    ) item on true
    where a.id = $1 order by item.seq desc`;
};

const PAGE_TEXTS = { outgoing: pageText('outgoing'), incoming: pageText('incoming') };

/** One page of a history, newest first; dates are local to `timeZone`. Any page costs the same. */
export async function listHistory(
  database: Queryable,
  list: HistoryList,
  page: number,
  size: number,
  timeZone: string,
): Promise<Page<HistoryItem>> {
  const initiatorId = list.of === 'incoming' ? (list.initiatorId ?? null) : null;
  const { rows } = await database.query<HistoryRow | EmptyPageRow>({
    name: `history-${list.of}`,
    text: PAGE_TEXTS[list.of],
    values: [list.accountId, page, size, timeZone, initiatorId],
  });
  const total = Number(rows[0]?.total ?? 0n);
  return {
    data: rows.filter((row) => row.id !== null).map(toItem),
    totalElements: total,
    totalPages: Math.ceil(total / size),
    currentPage: page,
  };
}

/**
 * What the account deposited (creations included) and withdrew from `from` to `to`, both included: the difference of two
 * running totals, so its cost does not grow with the range.
 */
export async function readTotals(
  database: Queryable,
  accountId: number,
  from: string,
  to: string,
  timeZone: string,
): Promise<Report> {
  const { rows } = await database.query<TotalsRow>({
    name: 'report',
    text: `select coalesce(last.initiated_in_after, 0) - coalesce(before.initiated_in_after, 0) as total_in,
                  coalesce(last.initiated_out_after, 0) - coalesce(before.initiated_out_after, 0) as total_out
             from (values (1)) x
             left join lateral (select initiated_in_after, initiated_out_after from transfers
               where initiator_id = $1 and created_at <= $3::timestamp at time zone $4
               order by created_at desc, id desc limit 1) last on true
             left join lateral (select initiated_in_after, initiated_out_after from transfers
               where initiator_id = $1 and created_at < $2::timestamp at time zone $4
               order by created_at desc, id desc limit 1) before on true`,
    values: [accountId, from, to, timeZone],
  });
  return toReport(rows[0] ?? { total_in: 0n, total_out: 0n });
}

/** The same totals for each day from `from` to `to` (YYYY-MM-DD), in order: one look at the running totals a day. */
export async function readDailyTotals(
  database: Queryable,
  accountId: number,
  from: string,
  to: string,
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
                             from generate_series($2::timestamp - interval '1 day', $3::timestamp, interval '1 day') as day
                             left join lateral (select initiated_in_after, initiated_out_after from transfers
                               where initiator_id = $1 and created_at < (day + interval '1 day') at time zone $4
                               order by created_at desc, id desc limit 1) last on true) ends
                   window days as (order by day)) d
            where in_before is not null order by day`,
    values: [accountId, from, to, timeZone],
  });
  return rows.map((row) => ({ date: row.date, ...toReport(row) }));
}

interface TotalsRow {
  total_in: bigint;
  total_out: bigint;
}

const toReport = ({ total_in, total_out }: TotalsRow): Report => ({
  totalIn: fromMicros(total_in),
  totalOut: fromMicros(total_out),
  totalNet: fromMicros(total_in - total_out),
});
