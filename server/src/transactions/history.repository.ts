import type { HistoryItem, Page, Report, ReportDay } from '@palier/shared/contracts';
import { fromMicros } from '@palier/shared/money';
import type { Queryable } from '../database/pool';

interface HistoryRow {
  id: bigint;
  date: string;
  target_username: string;
  target_user_id: number | null;
  initiator_username: string;
  kind: string;
  amount: bigint;
}

const COLUMNS = `t.id, to_char(t.created_at at time zone $4, 'YYYY-MM-DD"T"HH24:MI:SS.MS') as date,
  coalesce(target.username, t.label, initiator.username) as target_username, target.id as target_user_id,
  initiator.username as initiator_username, t.kind, t.amount
  from transfers t join users initiator on initiator.account_id = t.initiator_id
  left join users target on target.account_id = t.target_id`;

const toItem = (row: HistoryRow): HistoryItem => ({
  id: Number(row.id),
  date: row.date,
  targetUsername: row.target_username,
  targetUserId: row.target_user_id,
  initiatorUsername: row.initiator_username,
  initiatorTransactionType: row.kind,
  amount: fromMicros(row.amount),
});

const toPage = (rows: HistoryRow[], total: bigint, page: number, size: number): Page<HistoryItem> => ({
  data: rows.map(toItem),
  totalElements: Number(total),
  totalPages: Math.ceil(Number(total) / size),
  currentPage: page,
});

// Each list is numbered densely from 1; page p, newest first, is the range (total - (p+1)*size, total - p*size].
const IN_PAGE = (column: string): string =>
  `${column} <= $2::bigint and ${column} > $2::bigint - $3::int order by ${column} desc`;

/** Transactions the account initiated, newest first. */
export async function listOutgoing(
  database: Queryable,
  accountId: number,
  page: number,
  size: number,
  timeZone: string,
): Promise<Page<HistoryItem>> {
  const { rows: counted } = await database.query<{ total: bigint }>({
    name: 'outgoing-total',
    text: 'select initiated_count as total from accounts where id = $1',
    values: [accountId],
  });
  const total = counted[0]?.total ?? 0n;
  const { rows } = await database.query<HistoryRow>({
    name: 'outgoing-page',
    text: `select ${COLUMNS} where t.initiator_id = $1 and ${IN_PAGE('t.initiator_seq')}`,
    values: [accountId, total - BigInt(page * size), size, timeZone],
  });
  return toPage(rows, total, page, size);
}

/** Transactions between the account and one of its users: initiated by it, received by `targetAccountId`. */
export async function listOutgoingTo(
  database: Queryable,
  accountId: number,
  targetAccountId: number,
  page: number,
  size: number,
  timeZone: string,
): Promise<Page<HistoryItem>> {
  const { rows: counted } = await database.query<{ total: bigint }>({
    name: 'pair-total',
    text: 'select coalesce(max(pair_seq), 0)::bigint as total from transfers where initiator_id = $1 and target_id = $2',
    values: [accountId, targetAccountId],
  });
  const total = counted[0]?.total ?? 0n;
  const { rows } = await database.query<HistoryRow>({
    name: 'pair-page',
    text: `select ${COLUMNS} where t.initiator_id = $1 and t.target_id = $5 and ${IN_PAGE('t.pair_seq')}`,
    values: [accountId, total - BigInt(page * size), size, timeZone, targetAccountId],
  });
  return toPage(rows, total, page, size);
}

/** Transactions the account is the receiver of, newest first. */
export async function listIncoming(
  database: Queryable,
  accountId: number,
  page: number,
  size: number,
  timeZone: string,
): Promise<Page<HistoryItem>> {
  const { rows: counted } = await database.query<{ total: bigint }>({
    name: 'incoming-total',
    text: 'select received_count as total from accounts where id = $1',
    values: [accountId],
  });
  const total = counted[0]?.total ?? 0n;
  const { rows } = await database.query<HistoryRow>({
    name: 'incoming-page',
    text: `select ${COLUMNS} where t.target_id = $1 and ${IN_PAGE('t.target_seq')}`,
    values: [accountId, total - BigInt(page * size), size, timeZone],
  });
  return toPage(rows, total, page, size);
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
               order by created_at desc, initiator_seq desc limit 1) last on true
             left join lateral (select initiated_in_after, initiated_out_after from transfers
               where initiator_id = $1 and created_at < $2::timestamp at time zone $4
               order by created_at desc, initiator_seq desc limit 1) before on true`,
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
                             from generate_series($2::date - 1, $3::date, interval '1 day') as day
                             left join lateral (select initiated_in_after, initiated_out_after from transfers
                               where initiator_id = $1 and created_at < (day + interval '1 day')::timestamp at time zone $4
                               order by created_at desc, initiator_seq desc limit 1) last on true) ends
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
