import { localTime } from '../database/local-time';
import type { Queryable } from '../database/pool';

/** A local day of one account; balances in micro-dinars. */
export interface DayBounds {
  readonly date: string;
  /** Local date-time of the reading. */
  readonly readAt: string;
  readonly isOver: boolean;
  readonly opening: bigint;
  readonly closing: bigint;
  /** The numbers of the day's postings in the lists I, O and S: above `first`, up to `last`. */
  readonly first: readonly string[];
  readonly last: readonly string[];
}

/** The balance before a moment, whose last postings of the lists have the numbers in a column of `edge`. */
const balanceBefore = (moment: string, seq: string): string => `
  case when a.last_moved_at < ${moment} then a.balance
       else coalesce((select p.balance_after
                        from edge e cross join lateral (
                          select * from postings
                           where account_id = $1 and list = e.list and seq = e.${seq} offset 0) p
                       order by p.transfer_id desc limit 1), 0) end`;

// A movement dated before midnight may be committed up to a statement's time limit later: only then is the
// day over.
const DAY_BOUNDS_SQL = `
  with day as (
    select d.date, d.date::timestamp at time zone $3 as starts_at,
           (d.date + 1)::timestamp at time zone $3 as ends_at
      from (select coalesce($2::date, local_day(now(), $3)) as date) d),
  edge as materialized (
    select list, first, postings_before($1, list, ends_at, first) as last
      from day cross join unnest('{I,O,S}'::posting_list[]) list
     cross join lateral (select postings_before($1, list, starts_at) as first offset 0) f)
  select to_char(day.date, 'YYYY-MM-DD') as date, now() >= day.ends_at + interval '15 seconds' as "isOver",
         ${localTime('now()', '$3')} as "readAt",
         ${balanceBefore('starts_at', 'first')} as opening,
         ${balanceBefore('ends_at', 'last')} as closing,
         (select array_agg(first order by list) from edge) as first,
         (select array_agg(last order by list) from edge) as last
    from day join accounts a on a.id = $1`;

/**
 * The borders of a local day (`date` YYYY-MM-DD; null: today in `timeZone`). The time does not grow with the
 * account's age.
 */
export async function findDayBounds(
  database: Queryable,
  accountId: number,
  date: string | null,
  timeZone: string,
): Promise<DayBounds> {
  const { rows } = await database.query<DayBounds>({
    name: 'day-bounds',
    text: DAY_BOUNDS_SQL,
    values: [accountId, date, timeZone],
  });
  return rows[0]!;
}

/** The movements between the account and one sub-account or, with `userId` null, its parent; micro-dinars. */
export interface DayMovements {
  readonly userId: number | null;
  readonly username: string | null;
  readonly credited: bigint;
  readonly debited: bigint;
  /** The part of `credited` that took deposits back (decision 0054). */
  readonly reversed: bigint;
  readonly movementCount: bigint;
}

/**
 * The day's postings, summed up by sub-account in order of name. Postings never change, so the bounds
 * suffice.
 */
export async function sumDayMovements(
  database: Queryable,
  accountId: number,
  { first, last }: Pick<DayBounds, 'first' | 'last'>,
): Promise<DayMovements[]> {
  const { rows } = await database.query<DayMovements>({
    name: 'day-movements',
    text: `select u.id as "userId", u.username, m.credited, m.debited, m.reversed, m."movementCount"
             from (select case when p.list = 'O'
                               then (select target_account_id from transfers where id = p.transfer_id)
                          end as target_account_id,
                          coalesce(sum(p.amount) filter (where p.amount > 0), 0)::bigint as credited,
                          coalesce(-sum(p.amount) filter (where p.amount < 0), 0)::bigint as debited,
                          coalesce(sum(p.amount) filter (where p.list = 'O' and p.amount > 0
                            and (select kind from transfers where id = p.transfer_id) = 'REVERSAL'),
                            0)::bigint as reversed,
                          count(*) as "movementCount"
                     from unnest('{I,O,S}'::"char"[], $2::bigint[], $3::bigint[]) r (list, first, last)
                    cross join lateral (
                      select * from postings
                       where account_id = $1 and list = r.list and seq > r.first and seq <= r.last
                      offset 0) p
                    where r.first < r.last
                    group by 1) m
             left join lateral (select id, username from users
                                 where account_id = m.target_account_id offset 0) u on true
            order by u.username`,
    values: [accountId, first, last],
  });
  return rows;
}
