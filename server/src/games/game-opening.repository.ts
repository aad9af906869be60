import type { Queryable } from '../database/pool';

/** A game as a player opened it from one login session (table game_openings). */
interface GameOpening {
  readonly userId: number;
  readonly sessionId: string;
  readonly providerCode: string;
  readonly gameCode: string;
}

/**
 * Allows stakes in the game for a day or until the login session ends. Returns the opening's id, or null when
 * the session has ended or the player has stopped. The share lock serializes opening and ending, so that no
 * opening outlives its session.
 */
export async function openGame(
  database: Queryable,
  { userId, sessionId, providerCode, gameCode }: GameOpening,
): Promise<bigint | null> {
  const { rows } = await database.query<{ id: bigint }>(
    `with login as (
       select id from sessions
        where id = $2 and user_id = $1 and revoked_at is null and expires_at > now()
          and not exists (select from users u join accounts a on a.id = u.account_id
                           where u.id = $1 and (a.paused_until > now() or a.excluded_until > now()))
          for share)
     insert into game_openings (user_id, login_session_id, provider_code, game_code)
       select $1, id, $3, $4 from login returning id`,
    [userId, sessionId, providerCode, gameCode],
  );
  return rows[0]?.id ?? null;
}

export async function closeGame(database: Queryable, id: bigint): Promise<void> {
  await database.query('update game_openings set ended_at = now() where id = $1', [id]);
}

/**
 * Ends the earlier openings of the same game from the same login session. Those of other devices end with
 * their own session.
 */
export async function closeEarlierGames(
  database: Queryable,
  id: bigint,
  { userId, sessionId, providerCode, gameCode }: GameOpening,
): Promise<void> {
  await database.query(
    `update game_openings set ended_at = now()
      where user_id = $2 and provider_code = $3 and game_code = $4 
        and login_session_id = $5 and id < $1 and ended_at is null`,
    [id, userId, providerCode, gameCode, sessionId],
  );
}
