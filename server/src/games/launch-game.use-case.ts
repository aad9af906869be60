import { userCodeOf } from './port';
import { Refusal, unauthenticated } from '../refusals/refusal';
import type { Services } from '../services';
import type { Caller } from '../sessions/authenticate';
import { closeEarlierGames, closeGame, openGame } from './game-opening.repository';

/**
 * Section 7 of docs/spec-coverage.md, launch. The game session is opened before the provider is asked, because its first bet may arrive
 * before its
 * answer does. It takes the place of earlier ones only once the provider has answered: a game that cannot be opened again
 * stays open where it was.
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
  const opening = { userId: user.id, sessionId, ...game };
  const id = await openGame(pool, opening);
  if (id === null) throw unauthenticated();
  try {
    const address = await aggregator.launch({ userCode: userCodeOf(user.id), ...game });
    await closeEarlierGames(pool, id, opening);
    return { launch_url: address };
  } catch (error) {
    await closeGame(pool, id);
    throw error;
  }
}
