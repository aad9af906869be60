import type { launchResponseSchema } from '@palier/shared/contracts';
import type * as z from 'zod/mini';
import type { Queryable } from '../database/pool';
import type { Caller } from '../sessions/authenticate';
import { unauthenticated } from '../sessions/errors';
import type { Catalogue } from './catalogue';
import { findStop } from '../limits/protection.repository';
import { gameNotAvailable, launchStopped } from './errors';
import { userCodeOf, type GameAggregator } from './port';
import { recordPlayed } from './lobby.repository';
import { continueSitting } from './sitting.repository';
import { closeEarlierGames, closeGame, openGame } from './game-opening.repository';

export interface LaunchDependencies {
  readonly pool: Queryable;
  readonly aggregator: Pick<GameAggregator, 'launch'>;
  readonly catalogue: Pick<Catalogue, 'mayLaunch'>;
  readonly allowsGameWindows: boolean;
  readonly timeZone: string;
}

/**
 * Section 7 of docs/spec-coverage.md, launch. The opening is stored before the provider is called, because
 * the first bet may arrive before the provider's answer. Earlier openings of the game end only after the
 * answer: when a launch fails, they remain open.
 */
export async function launchGame(
  { aggregator, allowsGameWindows, catalogue, pool, timeZone }: LaunchDependencies,
  { user, sessionId }: Caller,
  game: { gameCode: string; providerCode: string },
): Promise<z.infer<typeof launchResponseSchema>> {
  if (!(await catalogue.mayLaunch(game.providerCode, game.gameCode))) throw gameNotAvailable();
  const opening = { userId: user.id, sessionId, ...game };
  const id = await openGame(pool, opening);
  if (id === null) {
    const stop = await findStop(pool, user.id, timeZone);
    throw stop === null ? unauthenticated() : launchStopped(stop);
  }
  try {
    const address = await aggregator.launch({ userCode: userCodeOf(user.id), ...game });
    await closeEarlierGames(pool, id, opening);
    await recordPlayed(pool, user.id, game);
    await continueSitting(pool, user.id);
    return allowsGameWindows ? { launch_url: address, allows_windows: true } : { launch_url: address };
  } catch (error) {
    await closeGame(pool, id);
    throw error;
  }
}
