import { localTime } from '../database/local-time';
import type { Queryable } from '../database/pool';

/** The posting lists of an account (server/database/migrations/0001_baseline.sql): initiated, received, the system's. */
const POSTING_LISTS = ['O', 'I', 'S'] as const;

/** The number of postings of a list before a moment, and the last of them. */
interface Edge {
  readonly count: bigint;
  readonly lastTransferId: bigint | null;
  readonly balanceAfter: bigint | null;
}

interface BoundaryRow {
  date: string;
  read_at: string;
  is_over: boolean;
  edge: 'opening' | 'closing';
  list: (typeof POSTING_LISTS)[number];
  count: bigint;
  transfer_id: bigint | null;
  balance_after: bigint | null;
}

/** A local day of one account; balances in micro-dinars. */
export interface DayBounds {
  readonly date: string;
  /** Local date-time of the reading. */
  readonly readAt: string;
  readonly isOver: boolean;
  readonly opening: bigint;
  readonly closing: bigint;
  /** The numbers of the day's postings in each list: above `first`, up to `last`. */
  readonly ranges: readonly { readonly list: string; readonly first: bigint; readonly last: bigint }[];
}

// Postings carry no date, and an index of dates would slow down every movement. But a list is numbered in order of time (`admin
// verify` checks the order), so the number at the border of a day is found by binary search: some twenty reads for any list.
// The subqueries keep each read an index lookup; with joins the planner would scan the tables.
// A movement dated before midnight may be committed up to a statement's time limit later: only then is the day over.
const BOUNDS_TEXT = `
  with recursive day as (
    select d.date, d.date::timestamp at time zone $3 as starts_at, (d.date + 1)::timestamp at time zone $3 as ends_at
      from (select coalesce($2::date, (now() at time zone $3)::date) as date) d),
  edge as (
    select e.* from day cross join lateral (values ('opening', starts_at), ('closing', ends_at)) e (edge, moment)),
  list as (
    select l.* from accounts a cross join lateral (
      values ('O'::"char", a.initiated_count), ('I', a.received_count),
             ('S', a.posting_count - a.initiated_count - a.received_count)) l (list, length)
     where a.id = $1),
  search (list, edge, moment, low, high) as (
    select list, edge, moment, 0::bigint, length from list cross join edge
    union all
    select s.list, s.edge, s.moment,
           case when s.made_at < s.moment then s.middle else s.low end,
           case when s.made_at < s.moment then s.high else s.middle - 1 end
      from (select h.*, (select t.created_at from transfers t where t.id = (
                     select p.transfer_id from postings p
                      where p.account_id = $1 and p.list = h.list and p.seq = h.middle)) as made_at
              from (select *, (low + high + 1) / 2 as middle from search where low < high) h) s)
  select to_char(day.date, 'YYYY-MM-DD') as date, now() >= day.ends_at + interval '15 seconds' as is_over,
         ${localTime('now()', '$3')} as read_at,
         s.edge, s.list, s.low as count, p.transfer_id, p.balance_after
    from day cross join search s
    left join lateral (select * from postings where account_id = $1 and list = s.list and seq = s.low offset 0) p on true
   where s.low = s.high`;

/** The borders of a local day (`date` YYYY-MM-DD; null: today in `timeZone`). The time does not grow with the account's age. */
export async function findDayBounds(
  database: Queryable,
  accountId: number,
  date: string | null,
  timeZone: string,
): Promise<DayBounds> {
  const { rows } = await database.query<BoundaryRow>({
    name: 'day-bounds',
    text: BOUNDS_TEXT,
    values: [accountId, date, timeZone],
  });
  const [some] = rows;
  if (some === undefined || rows.length !== 2 * POSTING_LISTS.length) throw new Error('day bounds missing');
  const edgeOf = (edge: BoundaryRow['edge'], list: string): Edge => {
    const row = rows.find((one) => one.edge === edge && one.list === list);
    if (row === undefined) throw new Error(`day bounds of list ${list} missing`);
    return { count: row.count, lastTransferId: row.transfer_id, balanceAfter: row.balance_after };
  };
  const balanceAt = (edge: BoundaryRow['edge']): bigint =>
    POSTING_LISTS.map((list) => edgeOf(edge, list)).reduce(laterOf).balanceAfter ?? 0n;
  return {
    date: some.date,
    readAt: some.read_at,
    isOver: some.is_over,
    opening: balanceAt('opening'),
    closing: balanceAt('closing'),
    ranges: POSTING_LISTS.map((list) => ({
      list,
      first: edgeOf('opening', list).count,
      last: edgeOf('closing', list).count,
    })),
  };
}

const laterOf = (one: Edge, other: Edge): Edge =>
  (one.lastTransferId ?? 0n) > (other.lastTransferId ?? 0n) ? one : other;

/** The movements between the account and one sub-account or, with `userId` null, its parent; micro-dinars. */
export interface DayMovements {
  readonly userId: number | null;
  readonly username: string | null;
  readonly credited: bigint;
  readonly debited: bigint;
  readonly movementCount: bigint;
}

/** The day's postings, summed up by sub-account in order of name. Postings never change, so the bounds suffice. */
export async function sumDayMovements(
  database: Queryable,
  accountId: number,
  { ranges }: Pick<DayBounds, 'ranges'>,
): Promise<DayMovements[]> {
  const { rows } = await database.query<DayMovements>({
    name: 'day-movements',
    text: `select u.id as "userId", u.username, m.credited, m.debited, m."movementCount"
             from (select case when p.list = 'O' then (select target_account_id from transfers where id = p.transfer_id) end as target_account_id,
                          coalesce(sum(p.amount) filter (where p.amount > 0), 0)::bigint as credited,
                          coalesce(-sum(p.amount) filter (where p.amount < 0), 0)::bigint as debited,
                          count(*) as "movementCount"
                     from unnest($2::text[], $3::bigint[], $4::bigint[]) r (list, first, last)
                    cross join lateral (
                      select * from postings where account_id = $1 and list = r.list::"char" and seq > r.first and seq <= r.last
                      offset 0) p
                    group by 1) m
             left join lateral (select id, username from users where account_id = m.target_account_id offset 0) u on true
            order by u.username`,
    values: [
      accountId,
      ranges.map(({ list }) => list),
      ranges.map(({ first }) => first),
      ranges.map(({ last }) => last),
    ],
  });
  return rows;
}
