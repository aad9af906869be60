import type { FastifyBaseLogger } from 'fastify';
import { listPlayersWithNewWins } from '../jackpot/jackpot.repository';
import type { Services } from '../services';
import { findSessionsEndedWithin } from '../sessions/session.repository';

/** Ended sessions are noticed within a second (section 4 of docs/design.md), the query's own time included. */
const EVERY_MS = 500;
/** A transaction may commit this long after it has ended a session or made a win, which is when both are dated. */
const LATE_COMMIT_S = 15;

/**
 * Reads what has been committed, by whichever process, and our sockets must hear: sessions that ended, wins not yet
 * delivered. Of wins NATS is quicker; this holds without it, and when it is down. The cost does not grow with the sockets.
 */
export function watchDatabase(
  { hub, pool, announcer }: Pick<Services, 'hub' | 'pool' | 'announcer'>,
  log: FastifyBaseLogger,
): { stop(): void } {
  let isBusy = false;
  let isFailing = false;
  let readAt = performance.now();

  const look = async (): Promise<void> => {
    const startedAt = performance.now();
    const sinceS = Math.ceil((startedAt - readAt) / 1000) + LATE_COMMIT_S;
    const ended = new Set(await findSessionsEndedWithin(pool, sinceS));
    if (ended.size > 0)
      for (const sessionId of hub.sessionIds())
        if (ended.has(sessionId)) hub.closeSocketsOfSession(sessionId);
    for (const userId of await listPlayersWithNewWins(pool, sinceS))
      if (hub.hasUser(userId)) announcer.deliverWins(userId);
    readAt = startedAt;
  };
  /** Once each time that it fails or is well again: a database that is away would fill the log. */
  const tell = (error: unknown): void => {
    if (isFailing === (error !== null)) return;
    isFailing = !isFailing;
    if (isFailing) log.warn({ err: error }, 'the sockets’ sessions and wins cannot be read');
    else log.info('the sockets’ sessions and wins are read again');
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    if (hub.count().sockets === 0) {
      readAt = performance.now();
      return;
    }
    isBusy = true;
    look()
      .then(
        () => tell(null),
        (error: unknown) => tell(error),
      )
      .finally(() => (isBusy = false));
  }, EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}
