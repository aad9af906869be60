import type { Queryable } from '../database/pool';
import { IS_EXCLUDED } from '../users/user.repository';
import type { Device } from './device';
import { FORGIVE_TRY, type Counted } from './login-throttle.repository';

type RevocationReason =
  | 'logout'
  | 'ended-by-user'
  | 'deactivated'
  | 'frozen'
  | 'excluded'
  | 'password-changed'
  | 'refresh-replayed'
  | 'inactive'
  | 'factor-changed'
  | 'ended-by-operator';

/**
 * Live sessions of one user; a further one replaces the oldest. Without a limit, ending all sessions of a
 * user could exceed the time limit of a statement.
 */
const MAX_LIVE = 200;
/** The most sessions that one sign-in ends to stay below MAX_LIVE. */
const MAX_REPLACED = 100;

interface NewSession {
  readonly userId: number;
  readonly counted: Counted;
  /** The hash that the password matched. */
  readonly passwordHash: string;
  /** As they were counted when the factor was checked. */
  readonly factorChanges: number;
  readonly lifeS: number;
  readonly tokenHash: Buffer;
  readonly device: Device;
  /** The user has given a code of the account's second factor. */
  readonly hasProvedFactor: boolean;
  /** The user has not signed in on the device: a notice is written, unless it is the first sign-in. */
  readonly isNewDevice: boolean;
}

/**
 * Creates a session, writes the sign-in to the journal and forgives the try, in one statement. Returns the
 * session's id, or null when the account was deactivated, or its password or its second factors changed
 * since the check: the share lock serializes them, so that no session outlives such a change. A session that
 * is made while an operator freezes the account opens nothing, because each call checks the account. Replaced
 * sessions end in the same statement; stakes of games launched from them are refused.
 */
export async function insertSession(
  database: Queryable,
  { userId, counted, passwordHash, factorChanges, lifeS, tokenHash, device, ...state }: NewSession,
): Promise<string | null> {
  const { rows } = await database.query<{ id: string }>({
    name: 'insert-session',
    text: `with owner as (
        select id from users where id = $5 and active and password_hash = $6
           and not (select a.is_frozen or a.has_limits and ${IS_EXCLUDED} from accounts a
                     where a.id = users.account_id)
           and factor_changes = $15 for share)
      , session as (
        insert into sessions (user_id, expires_at, browser, system, proved_at)
          select id, now() + make_interval(secs => $7), $9, $10, case when $14 then now() end
            from owner returning id, user_id)
      , token as (
        insert into refresh_tokens (token_hash, session_id, generation) select $8, id, 0 from session)
      , oldest as (
        select id from sessions where id = any(array(
          select id from sessions where user_id = $5 and revoked_at is null and exists (select from owner)
           order by created_at desc offset $11 limit $12))
         -- Of two concurrent sign-ins, one ends them.
         order by id for update skip locked)
      , replaced as (
        update sessions s set revoked_at = clock_timestamp(), revoked_because = 'replaced'
          from oldest where s.id = oldest.id
        returning s.id)
      , recorded as (
        select record_journal_entry($5, null, 'sessions-ended', ended_sessions => count(*)::int,
                                    because => 'replaced')
          from replaced having count(*) > 0)
      , noticed as (
        select write_notice(user_id, 'new-device',
                            jsonb_build_object('browser', $9::text, 'system', $10::text))
          from session where $13 and exists (
            select from journal_entries where user_id = $5 and kind = 'signed-in'))
      , ${FORGIVE_TRY}
      select id, record_journal_entry(user_id, user_id, 'signed-in', id, $9, $10),
             (select count(*) from recorded), (select count(*) from noticed) from session`,
    values: [
      ...counted,
      userId,
      passwordHash,
      lifeS,
      tokenHash,
      device.browser,
      device.system,
      MAX_LIVE - 1,
      MAX_REPLACED,
      state.isNewDevice,
      state.hasProvedFactor,
      factorChanges,
    ],
  });
  return rows[0]?.id ?? null;
}

export interface RefreshTokenRecord {
  readonly sessionId: string;
  readonly userId: number;
  readonly generation: number;
  readonly isUsable: boolean;
  readonly usedSecondsAgo: number | null;
  /** Since the session was made or last refreshed. */
  readonly idleSeconds: number;
  readonly successorUsed: boolean;
  readonly successorHash: Buffer | null;
}

/** Reads a refresh token under the lock of its session, which serializes refresh, logout and deactivation. */
export async function lockRefreshToken(
  database: Queryable,
  tokenHash: Buffer,
): Promise<RefreshTokenRecord | null> {
  const found = await database.query<{ session_id: string }>(
    `select s.id as session_id from sessions s
      where s.id = (select session_id from refresh_tokens where token_hash = $1) for update`,
    [tokenHash],
  );
  if (found.rows.length === 0) return null;
  const { rows } = await database.query<RefreshTokenRecord>(
    `select r.session_id as "sessionId", s.user_id as "userId", r.generation,
            s.revoked_at is null and s.expires_at > now() and u.active and not a.is_frozen
              and not (a.has_limits and ${IS_EXCLUDED}) as "isUsable",
            extract(epoch from now() - r.used_at)::float8 as "usedSecondsAgo",
            extract(epoch from now() - coalesce(
              (select max(used_at) from refresh_tokens where session_id = s.id), s.created_at
            ))::float8 as "idleSeconds",
            next.used_at is not null as "successorUsed", next.token_hash as "successorHash"
       from refresh_tokens r join sessions s on s.id = r.session_id join users u on u.id = s.user_id
       join accounts a on a.id = u.account_id
       left join refresh_tokens next on next.session_id = r.session_id and next.generation = r.generation + 1
      where r.token_hash = $1`,
    [tokenHash],
  );
  return rows[0] ?? null;
}

/** Marks a token as used and stores the hash of its successor. */
export async function rotateRefreshToken(
  database: Queryable,
  token: RefreshTokenRecord,
  tokenHash: Buffer,
  successorHash: Buffer,
): Promise<void> {
  await database.query('update refresh_tokens set used_at = now() where token_hash = $1', [tokenHash]);
  await database.query(
    'insert into refresh_tokens (token_hash, session_id, generation) values ($1, $2, $3)',
    [successorHash, token.sessionId, token.generation + 1],
  );
}

interface Revocation {
  readonly reason: RevocationReason;
  /** Null for an operator or the server itself. */
  readonly actorId: number | null;
}

/**
 * Ends sessions, in a transaction, and closes the games launched from them; returns how many were live.
 * `which` is a condition on sessions, whose values are numbered from $3. Locks in id order, to avoid
 * deadlocks. The end is dated by clock_timestamp(): now() is the beginning of the transaction, which may be
 * earlier than the period that `findSessionsEndedWithin` reads.
 */
async function revokeWhere(
  database: Queryable,
  which: string,
  values: readonly unknown[],
  { reason, actorId }: Revocation,
): Promise<number> {
  const { rows } = await database.query<{ ids: string[] | null; ended: number }>(
    `with found as (
       select id from sessions where revoked_at is null and ${which} order by id for update)
     , ended as (
       update sessions s set revoked_at = clock_timestamp(), revoked_because = $1
         from found where s.id = found.id
       returning s.id, s.user_id, s.expires_at > now() as was_alive)
     , recorded as (
       select case $1 when 'logout' then record_journal_entry(user_id, $2, 'signed-out')
                      else record_journal_entry(user_id, $2, 'sessions-ended',
                                                ended_sessions => count(*)::int, because => $1) end
         from ended where was_alive group by user_id)
     select array_agg(id) as ids, count(*) filter (where was_alive)::int as ended,
            (select count(*) from recorded)
       from ended`,
    [reason, actorId, ...values],
  );
  const { ids, ended } = rows[0]!;
  // A separate statement, because the statement that waited for the lock of a session does not see games
  // opened meanwhile.
  if (ids !== null)
    await database.query(
      'update game_openings set ended_at = now() where login_session_id = any($1) and ended_at is null',
      [ids],
    );
  return ended;
}

/** Ends one session. Must run in a transaction, like the two functions below. */
export const revokeSession = (database: Queryable, sessionId: string, why: Revocation): Promise<number> =>
  revokeWhere(database, 'id = $3', [sessionId], why);

/** Ends one live session of a user, at the user's request. False without such a session. */
export async function revokeOwnSession(
  database: Queryable,
  userId: number,
  sessionId: string,
): Promise<boolean> {
  const why = { reason: 'ended-by-user', actorId: userId } as const;
  const which = 'id = $3 and user_id = $4';
  return (await revokeWhere(database, which, [sessionId, userId], why)) === 1;
}

/** Ends all sessions of a user except `exceptSessionId`; returns how many were live. */
export const revokeSessionsOf = (
  database: Queryable,
  userId: number,
  { exceptSessionId, ...why }: Revocation & { readonly exceptSessionId?: string | undefined },
): Promise<number> =>
  revokeWhere(database, 'user_id = $3 and id is distinct from $4::uuid', [userId, exceptSessionId], why);

/** The users who have a live session. */
export async function findUsersWithSessions(database: Queryable): Promise<number[]> {
  const { rows } = await database.query<{ id: number }>(
    'select distinct user_id as id from sessions where revoked_at is null and expires_at > now() order by id',
  );
  return rows.map(({ id }) => id);
}

/** The sessions that ended within the last seconds. */
export async function findSessionsEndedWithin(database: Queryable, seconds: number): Promise<string[]> {
  const { rows } = await database.query<{ id: string }>({
    name: 'sessions-ended-within',
    text: 'select id from sessions where revoked_at > now() - make_interval(secs => $1)',
    values: [seconds],
  });
  return rows.map((row) => row.id);
}
