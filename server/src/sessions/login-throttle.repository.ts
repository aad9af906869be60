import type { Pool, Queryable } from '../database/pool';
import { toRecord, USER_COLUMNS, USERS, type UserRecord, type UserRow } from '../users/user.repository';

const WINDOW = "interval '900 s'";
/** Wrong passwords within the window before a further try is turned away. */
const LIMITS = { pair: 20, name: 50, address: 200 } as const;

/** What a try was counted against, for `FORGIVE_TRY`: pair, name and address; and the network to remember as the owner's. */
export type Counted = readonly [
  pair: string,
  name: string | null,
  address: string | null,
  network: string | null,
];

/** A try at a password: turned away for some seconds, or let through with the account it is for, if there is one. */
export interface LoginTry {
  readonly waitS: number;
  /** How long strangers to the name are turned away for, 0 when they are not: what a wrong password is to be told too. */
  readonly strangersWaitS: number;
  readonly owner: { readonly user: UserRecord; readonly passwordHash: string } | null;
  readonly counted: Counted;
}

type TryRow = { wait_s: number; strangers_wait_s: number } & (
  ({ id: number; password_hash: string; is_known: boolean; was_seen_today: boolean } & UserRow) | { id: null }
);

/**
 * Takes one try at a name's password from an address and finds whose it is, in one statement whatever comes of it. The try
 * counts as a failure until it is forgiven, so that tries in parallel cannot all pass below a limit. A name or an address
 * under attack is closed to strangers only: an address that the owner has signed in from answers for its own failures
 * alone, and they count for nothing else. So nobody can lock the owner out from elsewhere, the slips of a whole office do
 * not close its address, and those who share one do not wait for each other's counts. What is told of a closed name or
 * address is their wait, never that of the pair: a pair that answered for itself would be an account's (decision 0020).
 *
 * The count is committed, and seen by every process, without waiting for the disk: a database that crashes may forget the
 * tries of its last half second, which gives nobody more than those again. Hence a transaction of its own.
 */
export async function takeTry(pool: Pool, username: string, network: string): Promise<LoginTry> {
  const subjects = [`pair:${username}|${network}`, `name:${username}`, `address:${network}`] as const;
  const { rows } = await pool.query<TryRow>({
    name: 'take-login-try',
    text: `with owner as (
        select ${USER_COLUMNS}, u.password_hash, k.user_id is not null as is_known,
               coalesce(k.seen_at > now() - interval '1 day', false) as was_seen_today
          from ${USERS} left join known_addresses k on k.user_id = u.id and k.address = $4 where u.username = $5)
      , bounds (subject, most, is_own) as (
        values ($1, ${LIMITS.pair}, true), ($2, ${LIMITS.name}, false), ($3, ${LIMITS.address}, false))
      , counting as (
        select subject, most from bounds where is_own or not exists (select from owner where is_known))
        -- The limit keeps this a look at the index: a plan made for an empty table outlives its emptiness.
      , closed as (
        select max(f.window_started_at) filter (where not b.is_own) as to_strangers,
               max(f.window_started_at) filter (where b.subject in (select subject from counting)) as to_this_one
          from bounds b
         cross join lateral (select failures, window_started_at from login_failures where subject = b.subject limit 1) f
         where f.failures >= b.most and f.window_started_at > now() - ${WINDOW})
      , counted as (
        insert into login_failures as f (subject, failures, window_started_at)
          select subject, 1, now() from counting where (select to_this_one from closed) is null order by subject
        on conflict (subject) do update set
          failures = case when f.window_started_at > now() - ${WINDOW} then f.failures + 1 else 1 end,
          window_started_at = case when f.window_started_at > now() - ${WINDOW} then f.window_started_at else now() end
        returning subject, failures, window_started_at)
      , overrun as (
        select max(c.window_started_at) as since from counted c join bounds b using (subject) where c.failures > b.most)
      , turned_away as (
        select case when coalesce(to_this_one, since) is not null then coalesce(to_strangers, to_this_one, since) end as since,
               to_strangers from closed cross join overrun)
      select coalesce(ceil(extract(epoch from since + ${WINDOW} - now()))::int, 0) as wait_s,
             coalesce(ceil(extract(epoch from to_strangers + ${WINDOW} - now()))::int, 0) as strangers_wait_s,
             owner.*, set_config('synchronous_commit', 'off', true)
        from turned_away left join owner on true`,
    values: [...subjects, network, username],
  });
  const [row] = rows;
  if (row === undefined) throw new Error('a try has one answer');
  const [pair] = subjects;
  const waits = { waitS: row.wait_s, strangersWaitS: row.strangers_wait_s };
  if (row.id === null) return { ...waits, owner: null, counted: [...subjects, network] };
  return {
    ...waits,
    owner: { user: toRecord(row), passwordHash: row.password_hash },
    counted: row.is_known ? [pair, null, null, row.was_seen_today ? null : network] : [...subjects, network],
  };
}

/**
 * The try was right: it counts no longer, the pair is clean, and the address is remembered as the owner's. To stand after a
 * CTE `owner` with the user's id, none when the try was not right after all; $1 to $4 are what it was counted against.
 */
export const FORGIVE_TRY = `
  -- In the order of takeTry, or two of them could wait for each other.
  tries as (
    select subject from login_failures where subject in ($1, $2, $3) and exists (select from owner)
     order by subject for update)
, forgiven as (
    update login_failures f set failures = case when f.subject = $1 then 0 else greatest(f.failures - 1, 0) end
      from tries where f.subject = tries.subject)
, known as (
    insert into known_addresses (user_id, address) select id, $4::text from owner where $4::text is not null
    on conflict (user_id, address) do update set seen_at = now())`;

/** The try was right, and nothing else is to be written with it. */
export async function forgiveTry(database: Queryable, userId: number, counted: Counted): Promise<void> {
  await database.query({
    name: 'forgive-login-try',
    text: `with owner as (select $5::int as id), ${FORGIVE_TRY} select`,
    values: [...counted, userId],
  });
}

/** Tries at a password that is no longer the name's are forgotten, wherever they came from; those of an address stay. */
export async function forgetTries(database: Queryable, username: string): Promise<void> {
  await database.query(
    // In the order of takeTry, as those of FORGIVE_TRY.
    `with tries as (
       select subject from login_failures where subject = 'name:' || $1 or subject ^@ ('pair:' || $1 || '|')
        order by subject for update)
     delete from login_failures f using tries where f.subject = tries.subject`,
    [username],
  );
}
