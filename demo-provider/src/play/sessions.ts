import { createHash, randomBytes } from 'node:crypto';
import type { Book } from '../book/book.js';
import { isOpen, type Session } from '../book/records.js';
import type { Game } from '../catalogue/catalogue.js';

export const sessionLifeMs = 6 * 60 * 60 * 1000;

export interface Sessions {
  /** Starts a session and gives the opaque token that its page's address bears. */
  start(userCode: string, game: Game): Promise<string>;
  /** The session of a token, unless it is unknown or has expired; with a round open it lives until that has ended. */
  find(token: string): Session | undefined;
}

interface SessionsOptions {
  lifeMs?: number;
  drawFairnessKey?: () => string;
}

export function createSessions(
  book: Book,
  {
    lifeMs = sessionLifeMs,
    drawFairnessKey = () => randomBytes(32).toString('base64url'),
  }: SessionsOptions = {},
): Sessions {
  const keyOf = (token: string) => createHash('sha256').update(token).digest('base64url');
  return {
    start: async (userCode, game) => {
      const token = randomBytes(24).toString('base64url');
      const expiresAt = new Date(Date.now() + lifeMs).toISOString();
      await book.putSession({
        sessionKey: keyOf(token),
        userCode,
        providerCode: game.providerCode,
        gameCode: game.code,
        ...(game.kind === 'crash' ? { fairnessKey: drawFairnessKey() } : {}),
        expiresAt,
      });
      return token;
    },
    find: (token) => {
      const session = book.findSession(keyOf(token));
      if (!session) return undefined;
      const last = book.lastRound(session.sessionKey);
      const isAlive = session.expiresAt > new Date().toISOString() || (last !== undefined && isOpen(last));
      return isAlive ? session : undefined;
    },
  };
}
