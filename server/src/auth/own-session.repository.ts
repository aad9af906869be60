import type { OwnSession } from '@palier/shared/contracts';
import { localTime } from '../database/local-time';
import type { Queryable } from '../database/pool';

/** Live sessions beyond this number are only counted. */
const MAX_LISTED = 50;

/**
 * The live sessions of a user: `currentId` first, then the newest; dates local to `timeZone`. The last use of
 * a session is the date of its newest refresh token, which pages renew every quarter of an hour, so other
 * calls need not write a date.
 */
export async function listOwnSessions(
  database: Queryable,
  userId: number,
  currentId: string,
  timeZone: string,
): Promise<{ sessions: OwnSession[]; total: number }> {
  const live = 'user_id = $1 and revoked_at is null and expires_at > now()';
  const [{ rows: sessions }, counted] = await Promise.all([
    database.query<OwnSession>({
      name: 'own-sessions',
      text: `select s.id, s.browser, s.system,
                    ${localTime('s.created_at', '$3')} as "startedAt",
                    ${localTime('coalesce(used.at, s.created_at)', '$3')} as "lastUsedAt",
                    s.id = $2 as "isCurrent"
               from (select * from sessions where id = $2 and ${live}
                     union all
                     (select * from sessions where id <> $2 and ${live} order by created_at desc limit $4)) s
               left join lateral (select max(r.used_at) as at from (
                 select used_at from refresh_tokens where session_id = s.id
                  order by generation desc limit 2) r) used on true
              order by s.id = $2 desc, s.created_at desc`,
      values: [userId, currentId, timeZone, MAX_LISTED - 1],
    }),
    database.query<{ total: number }>({
      name: 'own-sessions-count',
      text: `select count(*)::int as total from sessions where ${live}`,
      values: [userId],
    }),
  ]);
  return { sessions, total: Math.max(counted.rows[0]?.total ?? 0, sessions.length) };
}
