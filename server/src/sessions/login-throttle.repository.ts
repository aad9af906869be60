import type { Queryable } from '../database/pool';

const WINDOW_S = 900;
/** Wrong passwords within the window before a further try is turned away. */
const LIMITS = { pair: 10, name: 50, address: 200 } as const;

const subjects = (username: string, address: string): { pair: string; name: string; address: string } => ({
  pair: `pair:${username}|${address}`,
  name: `name:${username}`,
  address: `address:${address}`,
});

/**
 * Seconds to wait before this name may be tried from this address, 0 when it may be tried now. A name under attack is
 * closed to strange addresses only: one that its owner has signed in from stays open, so nobody can lock the owner out.
 */
export async function secondsToWait(database: Queryable, username: string, address: string): Promise<number> {
  const of = subjects(username, address);
  const { rows } = await database.query<{
    subject: string;
    failures: number;
    wait_s: number;
    known: boolean;
  }>(
    `select f.subject, f.failures,
            ceil(extract(epoch from f.window_started_at + make_interval(secs => $4) - now()))::int as wait_s,
            exists (select from known_addresses k join users u on u.id = k.user_id
                     where u.username = $2 and k.address = $3) as known
       from login_failures f
      where f.subject = any($1) and f.window_started_at > now() - make_interval(secs => $4)`,
    [Object.values(of), username, address, WINDOW_S],
  );
  const blocking = rows.filter(
    (row) =>
      (row.subject === of.pair && row.failures >= LIMITS.pair) ||
      (row.subject === of.name && row.failures >= LIMITS.name && !row.known) ||
      (row.subject === of.address && row.failures >= LIMITS.address),
  );
  return Math.max(0, ...blocking.map((row) => row.wait_s));
}

export async function countFailure(database: Queryable, username: string, address: string): Promise<void> {
  await database.query(
    `insert into login_failures as f (subject, failures, window_started_at)
       select subject, 1, now() from unnest($1::text[]) x (subject) order by subject
     on conflict (subject) do update set
       failures = case when f.window_started_at > now() - make_interval(secs => $2) then f.failures + 1 else 1 end,
       window_started_at = case when f.window_started_at > now() - make_interval(secs => $2)
                                then f.window_started_at else now() end`,
    [Object.values(subjects(username, address)), WINDOW_S],
  );
}

/** A success clears the pair and remembers the address as the owner's. */
export async function countSuccess(
  database: Queryable,
  userId: number,
  username: string,
  address: string,
): Promise<void> {
  await database.query('delete from login_failures where subject = $1', [subjects(username, address).pair]);
  await database.query(
    `insert into known_addresses (user_id, address) values ($1, $2)
     on conflict (user_id, address) do update set seen_at = now()`,
    [userId, address],
  );
}
