import type { FastifyBaseLogger } from 'fastify';
import type { Queryable } from '../database/pool';
import { listPlayersWithNewWins } from '../jackpot/jackpot.repository';
import { listChangedNotices } from '../notices/notice.repository';
import { findSessionsEndedWithin } from '../sessions/session.repository';
import type { SocketHub } from './hub';

/** Sockets of an ended session close within a second, the time of the query included. */
const POLL_EVERY_MS = 500;
/** Wins, notices and ends of sessions are dated by a statement, which may be committed this much later. */
const LATE_COMMIT_S = 15;

interface PollDependencies {
  readonly hub: SocketHub;
  readonly pool: Queryable;
  readonly deliverWins: (userId: number) => void;
  readonly sendNotices: (userId: number) => void;
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
}

/**
 * Polls the database for ended sessions, whose sockets are closed, for undelivered wins and for notices that
 * were written or read. NATS delivers wins sooner; the poll delivers them without NATS and while NATS is
 * down. The poll's cost does not grow with the number of sockets.
 */
export function pollDatabase({ hub, pool, deliverWins, sendNotices, log }: PollDependencies): {
  stop(): void;
} {
  let isBusy = false;
  let isFailing = false;
  let readAt = performance.now();
  /** The last changes of notices that were sent, which the next polls find again. */
  let sentChanges = new Map<number, string>();

  const poll = async (): Promise<void> => {
    const startedAt = performance.now();
    const sinceS = Math.ceil((startedAt - readAt) / 1000) + LATE_COMMIT_S;
    const ended = new Set(await findSessionsEndedWithin(pool, sinceS));
    if (ended.size > 0)
      for (const sessionId of hub.sessionIds())
        if (ended.has(sessionId)) hub.closeSocketsOfSession(sessionId);
    for (const userId of await listPlayersWithNewWins(pool, sinceS))
      if (hub.hasUser(userId)) deliverWins(userId);
    const changes = await listChangedNotices(pool, sinceS);
    for (const { userId, changedAt } of changes)
      if (hub.hasUser(userId) && sentChanges.get(userId) !== changedAt) sendNotices(userId);
    sentChanges = new Map(changes.map(({ userId, changedAt }) => [userId, changedAt]));
    readAt = startedAt;
  };
  /** Logs only changes: an unreachable database would fill the log. */
  const logOutcome = (error: unknown): void => {
    if (isFailing === (error !== null)) return;
    isFailing = !isFailing;
    if (isFailing) log.warn({ err: error }, 'ended sessions, wins and notices cannot be read for sockets');
    else log.info('ended sessions, wins and notices are read again for sockets');
  };
  const timer = setInterval(() => {
    if (isBusy) return;
    if (hub.count().sockets === 0) {
      readAt = performance.now();
      return;
    }
    isBusy = true;
    poll()
      .then(
        () => logOutcome(null),
        (error: unknown) => logOutcome(error),
      )
      .finally(() => (isBusy = false));
  }, POLL_EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}
