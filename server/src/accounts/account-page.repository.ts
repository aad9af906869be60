import type { AccountFigures, AccountPage } from '@palier/shared/contracts/account-page';
import { fromMicros } from '@palier/shared/money';
import { localTime } from '../database/local-time';
import type { Queryable } from '../database/pool';

type SubtreeAccount = Omit<AccountPage, 'balance' | 'reserved' | 'isDirect' | 'lastSignInAt' | 'figures'> & {
  readonly accountId: number;
  readonly parentId: number | null;
  readonly balance: bigint;
  readonly reserved: bigint;
};

/** The user `userId` where it is the caller or below the caller, else null. */
export async function findInOwnSubtree(
  database: Queryable,
  callerId: number,
  userId: number,
  timeZone: string,
): Promise<SubtreeAccount | null> {
  // OFFSET 0 calls ids_above once, not once for each use of its result.
  const { rows } = await database.query<SubtreeAccount>({
    name: 'account-in-subtree',
    text: `select u.id, u.account_id as "accountId", u.username, u.role as "roleName",
                  u.parent_id as "parentId", u.active,
                  a.is_frozen as "isFrozen", a.balance,
                  coalesce((select balance from accounts where id = (
                    select account_id from reserves where user_account_id = a.id)), 0) as reserved,
                  ${localTime('u.created_at', '$3')} as "createdAt",
                  (select coalesce(json_agg(json_build_object('id', o.id, 'username', o.username)
                                            order by p.place), '[]')
                     from unnest(b.branch) with ordinality p (id, place) join users o on o.id = p.id
                    where p.place >= array_position(b.branch || u.id, $1)) as path
             from users u join accounts a on a.id = u.account_id
             cross join lateral (select ids_above(u.id) as branch offset 0) b
            where u.id = $2 and $1 = any (b.branch || u.id)`,
    values: [callerId, userId, timeZone],
  });
  return rows[0] ?? null;
}

// `received` and `returned` of the last 1, 7 and 30 days are summed over the postings of 30 days.
// `distributed` and `collected` are differences of the account's running totals. The query reads the
// account's id from the row "account", not from $1: when PostgreSQL knows the id, it makes a new plan for
// each call in a large ledger.
const FIGURES_SQL = `
  with account as materialized (select * from accounts where id = $1),
  period as materialized (
    select days, (local_day(now(), $2) - days + 1)::timestamp at time zone $2 as starts_at
      from unnest(array[1, 7, 30]) days),
  exchanged as materialized (
    select t.created_at, p.amount, t.kind in ('WITHDRAWAL', 'WITHDRAWAL_CORRECTION') as is_return
      from account a
      cross join lateral (select * from postings where account_id = a.id and list = 'I'
               and seq > postings_before(a.id, 'I', (select min(starts_at) from period)) offset 0) p
      cross join lateral (select * from transfers where id = p.transfer_id offset 0) t)
  select period.days, a.initiated_in - coalesce(before.initiated_in_after, 0) as distributed,
         a.initiated_out - coalesce(before.initiated_out_after, 0) as collected,
         (select coalesce(sum(amount) filter (where not is_return), 0)::bigint from exchanged
           where created_at >= starts_at) as received,
         (select coalesce(-sum(amount) filter (where is_return), 0)::bigint from exchanged
           where created_at >= starts_at) as returned
    from period cross join account a
    left join lateral (
      select initiated_in_after, initiated_out_after from transfers
       where initiator_account_id = a.id and created_at < period.starts_at
       order by created_at desc, id desc limit 1) before on true
   order by period.days`;

/** The figures of today, of 7 and of 30 days. */
export async function readAccountFigures(
  database: Queryable,
  accountId: number,
  timeZone: string,
): Promise<AccountFigures[]> {
  const { rows } = await database.query<{
    [Field in keyof AccountFigures]: Field extends 'days' ? number : bigint;
  }>({
    name: 'account-figures',
    text: FIGURES_SQL,
    values: [accountId, timeZone],
  });
  return rows.map(({ days, received, returned, distributed, collected }) => ({
    days,
    received: fromMicros(received),
    returned: fromMicros(returned),
    distributed: fromMicros(distributed),
    collected: fromMicros(collected),
  }));
}
