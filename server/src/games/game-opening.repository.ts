import type { Queryable } from '../database/pool';

/** A game as a player opened it from one login session (table game_openings). */
export interface GameOpening {
  readonly userId: number;
  readonly sessionId: string;
  readonly providerCode: string;
  readonly gameCode: string;
}

/**
 * Allows stakes in the game from now on, for a day or until the login ends; returns the opening's id, or null when the
 * login has ended. The share lock makes opening and ending take turns: no opening outlives its login.
 */
export async function openGame(
  database: Queryable,
  { userId, sessionId, providerCode, gameCode }: GameOpening,
): Promise<bigint | null> {
  const { rows } = await database.query<{ id: bigint }>(
    `with login as (
       select id from sessions where id = $2 and user_id = $1 and revoked_at is null and expires_at > now() for share)
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
 * Ends the openings that the one with this id takes the place of: of the same game from the same login. Another device's
 * stay, since they end with its own login.
 */
export async function closeEarlierGames(
  database: Queryable,
  id: bigint,
  { userId, sessionId, providerCode, gameCode }: GameOpening,
): Promise<void> {
  await database.query(
    `update game_openings set ended_at = now()
      where user_id = $2 and provider_code = $3 and game_code = $4 and login_session_id = $5 and id < $1 and ended_at is null`,
    [id, userId, providerCode, gameCode, sessionId],
  );
}
