import { isIPv6 } from 'node:net';
import type { Pool, Queryable } from '../database/pool';
import { toRecord, USER_COLUMNS, USERS, type UserRecord, type UserRow } from '../users/user.repository';

const WINDOW = "interval '900 s'";
/** Wrong passwords within the window before a further try is turned away. */
const LIMITS = { pair: 20, name: 50, address: 200 } as const;

/** What a try counts against: the name from that network, the name, the network; then the network itself. */
export function subjectsOf(username: string, address: string): [string, string, string, string] {
  const network = networkOf(address);
  return [`pair:${username}|${network}`, `name:${username}`, `address:${network}`, network];
}

/** One household holds a whole /64 of IPv6, so its addresses count as one. */
export function networkOf(address: string): string {
  const plain = address.split('%')[0] ?? '';
  if (!isIPv6(plain)) return plain;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - groups.length - after.length }, () => '0');
  const first = [...groups, ...zeros, ...after].slice(0, 4);
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** A try at a password: turned away for some seconds, or let through with the account it is for, if there is one. */
export interface LoginTry {
  readonly waitS: number;
  readonly owner: { readonly user: UserRecord; readonly passwordHash: string } | null;
}

type TryRow = { wait_s: number } & (({ id: number; password_hash: string } & UserRow) | { id: null });

/**
 * Takes one try at a name's password from an address and finds whose it is, in one statement whatever comes of it. The try
 * counts as a failure until it is forgiven, so that tries in parallel cannot all pass below a limit. A name or an address
 * under attack is closed to strangers only: an address that the owner has signed in from answers for its own failures
 * alone, so nobody can lock the owner out from elsewhere.
 *
 * The count is committed, and seen by every process, without waiting for the disk: a database that crashes may forget the
 * tries of its last half second, which gives nobody more than those again. Hence a transaction of its own.
 */
export async function takeTry(pool: Pool, username: string, address: string): Promise<LoginTry> {
  const { rows } = await pool.query<TryRow>({
    name: 'take-login-try',
    text: `with tried (subject, most, strangers_only) as (
        values ($1, ${LIMITS.pair}, false), ($2, ${LIMITS.name}, true), ($3, ${LIMITS.address}, true))
      , owner as (
        select ${USER_COLUMNS}, u.password_hash,
               exists (select from known_addresses k where k.user_id = u.id and k.address = $4) as is_known
          from ${USERS} where u.username = $5)
      , bounds as (
        select subject, most from tried
         where not (strangers_only and coalesce((select is_known from owner), false)))
        -- The limit keeps this a look at the index: a plan made for an empty table outlives its emptiness.
      , closed as (
        select max(f.window_started_at) as since from bounds b
         cross join lateral (select failures, window_started_at from login_failures where subject = b.subject limit 1) f
         where f.failures >= b.most and f.window_started_at > now() - ${WINDOW})
      , counted as (
        insert into login_failures as f (subject, failures, window_started_at)
          select subject, 1, now() from tried where (select since from closed) is null order by subject
        on conflict (subject) do update set
          failures = case when f.window_started_at > now() - ${WINDOW} then f.failures + 1 else 1 end,
          window_started_at = case when f.window_started_at > now() - ${WINDOW} then f.window_started_at else now() end
        returning subject, failures, window_started_at)
      , overrun as (
        select max(c.window_started_at) as since from counted c join bounds b using (subject) where c.failures > b.most)
      select coalesce(ceil(extract(epoch from coalesce(closed.since, overrun.since) + ${WINDOW} - now()))::int, 0) as wait_s,
             owner.*, set_config('synchronous_commit', 'off', true)
        from closed cross join overrun left join owner on true`,
    values: [...subjectsOf(username, address), username],
  });
  const [row] = rows;
  if (row === undefined) throw new Error('a try has one answer');
  return {
    waitS: row.wait_s,
    owner: row.id === null ? null : { user: toRecord(row), passwordHash: row.password_hash },
  };
}

/**
 * The try was right: it counts no longer, the pair is clean, and the address is remembered as the owner's. To stand after a
 * CTE `owner` with the user's id, none when the try was not right after all; $1 to $4 are its `subjectsOf`.
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
    insert into known_addresses as k (user_id, address) select id, $4 from owner
    on conflict (user_id, address) do update set seen_at = now() where k.seen_at < now() - interval '1 day')`;

/** The try was right, and nothing else is to be written with it. */
export async function forgiveTry(
  database: Queryable,
  userId: number,
  username: string,
  address: string,
): Promise<void> {
  await database.query({
    name: 'forgive-login-try',
    text: `with owner as (select $5::int as id), ${FORGIVE_TRY} select`,
    values: [...subjectsOf(username, address), userId],
  });
}
