import { userCodeOf } from '../aggregator/port';
import { Refusal } from '../errors/refusal';
import type { Services } from '../services';
import type { Caller } from '../sessions/authenticate';

/**
 * Spec §7, launch. The game session is opened before the provider is asked, because its first bet may arrive before its
 * answer does.
 */
export async function launchGame(
  { aggregator, pool }: Services,
  { user, sessionId }: Caller,
  game: { gameCode: string; providerCode: string },
): Promise<{ launch_url: string }> {
  const games = await aggregator.listGames(game.providerCode);
  if (!games.some(({ game_code: code }) => code === game.gameCode)) {
    throw new Refusal('not-found', "Ce jeu n'est pas disponible.");
  }
  const { rows } = await pool.query<{ id: bigint }>(
    'insert into game_sessions (user_id, login_session_id, provider_code, game_code) values ($1, $2, $3, $4) returning id',
    [user.id, sessionId, game.providerCode, game.gameCode],
  );
  try {
    return { launch_url: await aggregator.launch({ userCode: userCodeOf(user.id), ...game }) };
  } catch (error) {
    await pool.query('update game_sessions set ended_at = now() where id = $1', [rows[0]?.id]);
    throw error;
  }
}
