import { isIPv6 } from 'node:net';
import type { Queryable } from '../database/pool';

const WINDOW_S = 900;
/** Wrong passwords within the window before a further try is turned away. */
const LIMITS = { pair: 20, name: 50, address: 200 } as const;
type Subject = keyof typeof LIMITS;

const subjectsOf = (username: string, address: string): Record<Subject, string> => ({
  pair: `pair:${username}|${networkOf(address)}`,
  name: `name:${username}`,
  address: `address:${networkOf(address)}`,
});

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

interface Standing {
  readonly subject: string;
  readonly failures: number;
  readonly wait_s: number;
}

/**
 * Takes one try at a name's password from an address: 0 when it may go on, else the seconds to wait. The try counts as
 * a failure until `forgiveTry`, so that tries in parallel cannot all pass below a limit. A name or an address under
 * attack is closed to strangers only: an address that the owner has signed in from answers for its own failures alone,
 * so nobody can lock the owner out from elsewhere.
 */
export async function takeTry(database: Queryable, username: string, address: string): Promise<number> {
  const subjects = subjectsOf(username, address);
  const { rows } = await database.query<Standing & { known: boolean }>(
    `select f.subject, f.failures,
            ceil(extract(epoch from f.window_started_at + make_interval(secs => $4) - now()))::int as wait_s,
            exists (select from known_addresses k join users u on u.id = k.user_id
                     where u.username = $2 and k.address = $3) as known
       from login_failures f
      where f.subject = any($1) and f.window_started_at > now() - make_interval(secs => $4)`,
    [Object.values(subjects), username, networkOf(address), WINDOW_S],
  );
  const isKnown = rows[0]?.known ?? false;
  const waitS = secondsToWait(rows, subjects, isKnown, (failures, limit) => failures >= limit);
  if (waitS > 0) return waitS;
  const counted = await database.query<Standing>(
    `insert into login_failures as f (subject, failures, window_started_at)
       select subject, 1, now() from unnest($1::text[]) x (subject) order by subject
     on conflict (subject) do update set
       failures = case when f.window_started_at > now() - make_interval(secs => $2) then f.failures + 1 else 1 end,
       window_started_at = case when f.window_started_at > now() - make_interval(secs => $2)
                                then f.window_started_at else now() end
     returning subject, failures,
       ceil(extract(epoch from window_started_at + make_interval(secs => $2) - now()))::int as wait_s`,
    [Object.values(subjects), WINDOW_S],
  );
  return secondsToWait(counted.rows, subjects, isKnown, (failures, limit) => failures > limit);
}

function secondsToWait(
  standings: readonly Standing[],
  subjects: Record<Subject, string>,
  isKnown: boolean,
  isOver: (failures: number, limit: number) => boolean,
): number {
  const bounds: readonly Subject[] = isKnown ? ['pair'] : ['pair', 'name', 'address'];
  const blocking = standings.filter(({ subject, failures }) =>
    bounds.some((bound) => subject === subjects[bound] && isOver(failures, LIMITS[bound])),
  );
  return Math.max(0, ...blocking.map((standing) => standing.wait_s));
}

/** The try was right: it counts no longer, the pair is clean, and the address is remembered as the owner's. */
export async function forgiveTry(
  database: Queryable,
  userId: number,
  username: string,
  address: string,
): Promise<void> {
  const subjects = subjectsOf(username, address);
  // In the order of `takeTry`, or two of them could wait for each other.
  await database.query(
    `with mine as (select subject from login_failures where subject = any($1) order by subject for update)
     update login_failures f set failures = case when f.subject = $2 then 0 else greatest(f.failures - 1, 0) end
       from mine where f.subject = mine.subject`,
    [Object.values(subjects), subjects.pair],
  );
  await database.query(
    `insert into known_addresses (user_id, address) values ($1, $2)
     on conflict (user_id, address) do update set seen_at = now()`,
    [userId, networkOf(address)],
  );
}
