import type { Pool, Queryable } from '../database/pool';
import { USER_COLUMNS, USERS_JOIN, type UserRecord } from '../users/user.repository';

const WINDOW = "interval '900 s'";
/**
 * Failures within the window after which further tries are refused. `own` limits a pair (name, address), or a
 * device with a name.
 */
const LIMITS = { own: 20, name: 50, address: 200 } as const;

/**
 * The subjects that a try was counted for (see `FORGIVE_TRY`), and the network to store as known to the
 * owner.
 */
export type Counted = readonly [
  own: string,
  name: string | null,
  address: string | null,
  network: string | null,
];

/** Where a login try comes from. */
export interface TrySource {
  readonly network: string;
  /** The code of a user who has signed in on the calling device, else null (`createDeviceCookies`). */
  readonly deviceCodeOf: (username: string) => string | null;
}

/** The account of the tried name. */
export interface TriedOwner {
  readonly user: UserRecord;
  readonly passwordHash: string;
  /** A code or a passkey is asked for after the password. */
  readonly hasFactor: boolean;
  /** Rises with each change of the account's second factors. */
  readonly factorChanges: number;
}

/** A login try: refused for some seconds, or allowed, with the account of the name if it exists. */
interface LoginTry {
  readonly waitS: number;
  /**
   * How long tries from unknown addresses are still refused, else 0. The answer to a wrong password contains
   * this time too.
   */
  readonly strangersWaitS: number;
  readonly owner: TriedOwner | null;
  readonly counted: Counted;
}

interface OwnerRow {
  password_hash: string;
  has_factor: boolean;
  factor_changes: number;
  is_known: boolean;
  was_seen_today: boolean;
}
type TryRow = { wait_s: number; strangers_wait_s: number } & ((OwnerRow & UserRecord) | { id: null });

/**
 * Counts a login try and finds the account of the name. A try counts as a failure until it is forgiven, so
 * that concurrent tries cannot all pass below a limit.
 *
 * On a device where the owner has signed in before, only failures of that device with the name are counted,
 * so that callers behind the same address cannot lock the owner out. A device at its limit, as after a theft
 * of the cookie, counts as unknown.
 */
export async function takeTry(
  pool: Pool,
  username: string,
  { network, deviceCodeOf }: TrySource,
): Promise<LoginTry> {
  const deviceCode = deviceCodeOf(username);
  const stranger = { username, network, own: `pair:${username}|${network}`, isKnownDevice: false };
  if (deviceCode === null) return countTry(pool, stranger);
  const device = { username, network, own: `device:${username}|${deviceCode}`, isKnownDevice: true };
  const tried = await countTry(pool, device);
  return tried.waitS === 0 ? tried : countTry(pool, stranger);
}

/** The caller of a try as it is counted; `own` is the subject of the caller alone. */
interface Trier {
  readonly username: string;
  readonly network: string;
  readonly own: string;
  readonly isKnownDevice: boolean;
}

/** SQL for the seconds until a window that has begun at `start` is over; 0 where there is none. */
const secondsLeft = (start: string): string =>
  `coalesce(ceil(extract(epoch from ${start} + ${WINDOW} - now()))::int, 0)`;

/**
 * Counts a try for `own` and, unless the device or the address is known, for name and address. One statement
 * for all outcomes.
 *
 * Limits of a name and of an address apply to unknown addresses only. From an address where the owner has
 * signed in before, only failures of the pair (name, address) are counted. So an attacker elsewhere cannot
 * lock the owner out, and the mistakes of an office do not close its address. The answer contains the wait of
 * the closed name or address and never that of the pair, which would reveal that the account exists (decision
 * 0019).
 *
 * The count is committed without waiting for the disk, in a transaction of its own: a crash of the database
 * loses at most the tries of the last half second.
 */
async function countTry(pool: Pool, { username, network, own, isKnownDevice }: Trier): Promise<LoginTry> {
  const subjects = [own, `name:${username}`, `address:${network}`] as const;
  const { rows } = await pool.query<TryRow>({
    name: 'take-login-try',
    text: `with owner as (
        select ${USER_COLUMNS}, u.password_hash, has_factor(u.id), u.factor_changes,
               k.user_id is not null as is_known,
               coalesce(k.seen_at > now() - interval '1 day', false) as was_seen_today
          from ${USERS_JOIN} left join known_addresses k on k.user_id = u.id and k.address = $4
         where u.username = $5)
      , bounds (subject, most, is_own) as (
        values ($1, ${LIMITS.own}, true), ($2, ${LIMITS.name}, false), ($3, ${LIMITS.address}, false))
      , counting as (
        select subject, most from bounds
         where is_own or not ($6 or exists (select from owner where is_known)))
        -- The limit forces an index lookup: a plan made while the table was empty would scan it.
      , closed as (
        select max(f.window_started_at) filter (where not b.is_own) as to_strangers,
               max(f.window_started_at) filter (where b.subject in (select subject from counting))
                 as to_this_one
          from bounds b
         cross join lateral (select failures, window_started_at from login_failures
                              where subject = b.subject limit 1) f
         where f.failures >= b.most and f.window_started_at > now() - ${WINDOW})
      , counted as (
        insert into login_failures as f (subject, failures, window_started_at)
          select subject, 1, now() from counting where (select to_this_one from closed) is null
           order by subject
        on conflict (subject) do update set
          failures = case when f.window_started_at > now() - ${WINDOW} then f.failures + 1 else 1 end,
          window_started_at =
            case when f.window_started_at > now() - ${WINDOW} then f.window_started_at else now() end
        returning subject, failures, window_started_at)
      , overrun as (
        select max(c.window_started_at) as since from counted c join bounds b using (subject)
         where c.failures > b.most)
      select ${secondsLeft('coalesce(to_this_one, since)')} as wait_s,
             ${secondsLeft('to_strangers')} as strangers_wait_s,
             owner.*, set_config('synchronous_commit', 'off', true)
        from closed cross join overrun left join owner on true`,
    values: [...subjects, network, username, isKnownDevice],
  });
  const { wait_s: waitS, strangers_wait_s: strangersWaitS, ...found } = rows[0]!;
  const waits = { waitS, strangersWaitS };
  if (found.id === null) return { ...waits, owner: null, counted: [...subjects, network] };
  const {
    password_hash: passwordHash,
    has_factor: hasFactor,
    factor_changes: factorChanges,
    is_known: isKnown,
    was_seen_today: wasSeenToday,
    ...user
  } = found;
  const others = isKnownDevice || isKnown ? ([null, null] as const) : ([subjects[1], subjects[2]] as const);
  return {
    ...waits,
    owner: { user, passwordHash, hasFactor, factorChanges },
    counted: [own, ...others, wasSeenToday ? null : network],
  };
}

/** The account of a passkey that was checked. */
export async function findOwnerById(database: Queryable, id: number): Promise<TriedOwner> {
  const { rows } = await database.query<Omit<OwnerRow, 'is_known' | 'was_seen_today'> & UserRecord>({
    name: 'sign-in-owner',
    text: `select ${USER_COLUMNS}, u.password_hash, has_factor(u.id), u.factor_changes
             from ${USERS_JOIN} where u.id = $1`,
    values: [id],
  });
  const {
    password_hash: passwordHash,
    has_factor: hasFactor,
    factor_changes: factorChanges,
    ...user
  } = rows[0]!;
  return { user, passwordHash, hasFactor, factorChanges };
}

/**
 * CTEs that forgive a successful try: the try is uncounted, its own subject reset, and the address stored as
 * known. They follow a CTE `owner` with the user's id, which is empty when the try failed after all; $1 to $4
 * are the values of `Counted`.
 */
export const FORGIVE_TRY = `
  -- In the order of takeTry, to avoid deadlocks.
  tries as (
    select subject from login_failures where subject in ($1, $2, $3) and exists (select from owner)
     order by subject for update)
, forgiven as (
    update login_failures f
       set failures = case when f.subject = $1 then 0 else greatest(f.failures - 1, 0) end
      from tries where f.subject = tries.subject)
, known as (
    insert into known_addresses (user_id, address) select id, $4::text from owner where $4::text is not null
    on conflict (user_id, address) do update set seen_at = now())`;

/** Forgives a successful try in a statement of its own. */
export async function forgiveTry(database: Queryable, userId: number, counted: Counted): Promise<void> {
  await database.query({
    name: 'forgive-login-try',
    text: `with owner as (select $5::int as id), ${FORGIVE_TRY} select`,
    values: [...counted, userId],
  });
}

/** Deletes the counts of a name after a change of its password; those of addresses remain. */
export async function forgetTries(database: Queryable, username: string): Promise<void> {
  await database.query(
    `with tries as (
       select subject from login_failures where subject = 'name:' || $1
           or subject ^@ ('pair:' || $1 || '|') or subject ^@ ('device:' || $1 || '|')
        order by subject for update)
     delete from login_failures f using tries where f.subject = tries.subject`,
    [username],
  );
}
