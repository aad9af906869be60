import { fromMicros } from '@palier/shared/money';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from '../database/pool';
import { balanceTopic, COUNTERS_TOPIC, winTopic } from '../sockets/topics';
import type { SocketHub } from '../sockets/hub';
import { listUndeliveredWins, markWinDelivered, readCounters } from './jackpot.repository';

/** Tells sockets what a commit has just changed. Called after commits only; never makes its caller wait or fail. */
export interface Announcer {
  announceBalance(userId: number, balanceMicros: bigint): void;
  announceCounters(): void;
  /** Sends the player's wins that were not yet delivered; also called when a socket subscribes. */
  announceWins(userId: number): void;
  close(): void;
}

/** Counters move with every stake; sockets hear of them at most this often. */
const COUNTERS_EVERY_MS = 500;

export function createAnnouncer(pool: Pool, hub: SocketHub, log: FastifyBaseLogger): Announcer {
  let countersTimer: NodeJS.Timeout | undefined;
  const delivering = new Map<number, Promise<void>>();

  async function deliverWins(userId: number): Promise<void> {
    for (const win of await listUndeliveredWins(pool, userId)) {
      if (hub.publish(winTopic(userId), JSON.stringify(win), String(win.winId))) {
        await markWinDelivered(pool, userId, win.winId);
      }
    }
  }

  hub.onWinAcknowledged((userId, winId) => {
    markWinDelivered(pool, userId, winId).catch((error: unknown) =>
      log.error({ err: error }, 'win not marked delivered'),
    );
  });

  return {
    announceBalance(userId, balanceMicros) {
      hub.publish(balanceTopic(userId), JSON.stringify({ balance: fromMicros(balanceMicros) }));
    },
    announceCounters() {
      countersTimer ??= setTimeout(() => {
        countersTimer = undefined;
        if (!hub.hasSubscribers(COUNTERS_TOPIC)) return;
        readCounters(pool)
          .then((counters) => hub.publish(COUNTERS_TOPIC, JSON.stringify(counters)))
          .catch((error: unknown) => log.warn({ err: error }, 'counters not announced'));
      }, COUNTERS_EVERY_MS).unref();
    },
    announceWins(userId) {
      // One after another per player, so that two triggers do not show one win twice.
      const next = (delivering.get(userId) ?? Promise.resolve())
        .then(() => deliverWins(userId))
        .catch((error: unknown) => log.error({ err: error }, 'wins not delivered'))
        .finally(() => {
          if (delivering.get(userId) === next) delivering.delete(userId);
        });
      delivering.set(userId, next);
    },
    close() {
      clearTimeout(countersTimer);
    },
  };
}
