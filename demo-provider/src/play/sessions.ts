import { createHash, randomBytes } from 'node:crypto';
import type { Store } from '../store/store.js';
import { isOpen, type Session } from '../store/records.js';
import type { Game } from '../catalogue/catalogue.js';

const sessionLifeMs = 6 * 60 * 60 * 1000;

export type Sessions = ReturnType<typeof createSessions>;

interface SessionsOptions {
  lifeMs?: number | undefined;
  drawFairnessKey?: (() => string) | undefined;
}

export function createSessions(
  store: Store,
  {
    lifeMs = sessionLifeMs,
    drawFairnessKey = () => randomBytes(32).toString('base64url'),
  }: SessionsOptions = {},
) {
  const keyOf = (token: string) => createHash('sha256').update(token).digest('base64url');

  /**
   * The session of the player's latest flight that is not over. Slot rounds are not continued: they need no
   * action of the player.
   */
  async function findSessionInFlight(userCode: string, game: Game): Promise<string | undefined> {
    const openRounds = await store.openRounds();
    return openRounds.findLast(
      (round) =>
        round.userCode === userCode &&
        round.gameCode === game.code &&
        round.flight !== undefined &&
        round.flight.end === undefined,
    )?.sessionKey;
  }

  return {
    /**
     * Starts a session and returns its token. While a flight of this player in this game is not over, the new
     * session continues that flight's session, so that the player can still cash out.
     */
    start: async (userCode: string, game: Game): Promise<string> => {
      const token = randomBytes(24).toString('base64url');
      const expiresAt = new Date(Date.now() + lifeMs).toISOString();
      const session: Session = {
        sessionKey: keyOf(token),
        userCode,
        providerCode: game.providerCode,
        gameCode: game.code,
        ...(game.kind === 'crash' ? { fairnessKey: drawFairnessKey() } : {}),
        expiresAt,
      };
      await store.addSession(session, await findSessionInFlight(userCode, game));
      return token;
    },
    /** The session of a token, unless it is unknown or has expired. An open round keeps its session alive. */
    find: async (token: string): Promise<Session | undefined> => {
      const session = await store.findSession(keyOf(token));
      if (!session || session.expiresAt > new Date().toISOString()) return session;
      const last = await store.lastRound(session.sessionKey);
      return last && isOpen(last) ? session : undefined;
    },
  };
}
