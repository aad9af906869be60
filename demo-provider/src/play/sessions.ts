import { createHash, randomBytes } from 'node:crypto';
import type { Store } from '../store/store.js';
import { isOpen, type Session } from '../store/records.js';
import type { Game } from '../catalogue/catalogue.js';

export const sessionLifeMs = 6 * 60 * 60 * 1000;

export interface Sessions {
  /**
   * Starts a session and gives the opaque token that its page's address bears. While a flight of this player in this game
   * is not over, the new session is that flight's own: whoever comes back finds it.
   */
  start(userCode: string, game: Game): Promise<string>;
  /** The session of a token, unless it is unknown or has expired; with a round open it lives until that has ended. */
  find(token: string): Session | undefined;
}

interface SessionsOptions {
  lifeMs?: number;
  drawFairnessKey?: () => string;
}

export function createSessions(
  store: Store,
  {
    lifeMs = sessionLifeMs,
    drawFairnessKey = () => randomBytes(32).toString('base64url'),
  }: SessionsOptions = {},
): Sessions {
  const keyOf = (token: string) => createHash('sha256').update(token).digest('base64url');

  /** The session whose flight the player left. A slot's open round asks nothing of the player, and bars no new session. */
  function findLeftSession(userCode: string, game: Game): string | undefined {
    return store
      .openRounds()
      .findLast(
        (round) =>
          round.userCode === userCode &&
          round.providerCode === game.providerCode &&
          round.gameCode === game.code &&
          round.flight !== undefined &&
          round.flight.end === undefined,
      )?.sessionKey;
  }

  return {
    start: async (userCode, game) => {
      const token = randomBytes(24).toString('base64url');
      const expiresAt = new Date(Date.now() + lifeMs).toISOString();
      const continues = findLeftSession(userCode, game);
      await store.putSession({
        sessionKey: keyOf(token),
        userCode,
        providerCode: game.providerCode,
        gameCode: game.code,
        ...(game.kind === 'crash' ? { fairnessKey: drawFairnessKey() } : {}),
        ...(continues === undefined ? {} : { continues }),
        expiresAt,
      });
      return token;
    },
    find: (token) => {
      const own = store.findSession(keyOf(token));
      const first = own?.continues === undefined ? own : store.findSession(own.continues);
      if (!own || !first) return undefined;
      const last = store.lastRound(first.sessionKey);
      const isAlive = own.expiresAt > new Date().toISOString() || (last !== undefined && isOpen(last));
      return isAlive ? { ...first, expiresAt: own.expiresAt } : undefined;
    },
  };
}
