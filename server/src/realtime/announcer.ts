import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { fromMicros } from '@palier/shared/money';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from '../database/pool';
import { listUndeliveredWins, markWinDelivered, readCounters } from '../jackpot/jackpot.repository';
import { readBalances } from '../users/user.repository';
import { createCountersPublisher } from './counters-publisher';
import { createFanOut } from './fan-out';
import type { SocketHub } from './hub';
import { coalesce } from '../concurrency/coalesce';
import { balanceTopic, COUNTERS_TOPIC, winTopic } from './topics';

/** The pause between two reads of balances that go on moving: a process with many active players would do little else. */
const READ_PAUSE_MS = 5;
/** The pause after a read that failed. */
const READ_AGAIN_MS = 1_000;

/**
 * Publishes to sockets what a commit has just changed, on this process and, through NATS, on the others. Called after commits
 * only; never makes its caller wait or fail.
 */
export interface Announcer {
  /** The user's balance has moved: every process with a socket of theirs reads it and sends it. */
  announceBalance(userId: number): void;
  announceCounters(): void;
  /** The player has a new win: every process with a socket of theirs delivers it. */
  announceWins(userId: number): void;
  /** Sends this process's sockets the player's wins that were not yet acknowledged. */
  deliverWins(userId: number): void;
  close(): Promise<void>;
}

export function createAnnouncer(
  pool: Pool,
  hub: SocketHub,
  log: FastifyBaseLogger,
  natsUrl?: string,
): Announcer {
  const counters = createCountersPublisher({
    isWanted: () => natsUrl !== undefined || hub.hasSubscribers(COUNTERS_TOPIC),
    read: async () => JSON.stringify(await readCounters(pool)),
    publishHere: (body) => void hub.publish(COUNTERS_TOPIC, body),
    publishToPeers: () => fanOut.publishCounters(),
    onFailure: (error) => log.warn({ err: error }, 'counters not announced'),
  });
  const fanOut = createFanOut(
    natsUrl,
    {
      onUserFact(userId, fact) {
        if ('balance' in fact) publishBalance(userId);
        else deliverWins(userId);
      },
      onCounters: counters.markMovedElsewhere,
      onConnected() {
        counters.markMoved();
        for (const userId of hub.userIds()) publishBalance(userId);
      },
    },
    log,
  );
  hub.onPresence({
    userCame: (userId) => fanOut.subscribe(userId),
    userLeft: (userId) => fanOut.unsubscribe(userId),
  });
  hub.onWinAcknowledged((userId, winId) => {
    markWinDelivered(pool, userId, winId).catch((error: unknown) =>
      log.error({ err: error }, 'win not marked delivered'),
    );
  });

  /** Users whose balance has moved since it was last read for this process's sockets. */
  const movedUsers = new Set<number>();
  /** Set while the last read has failed. */
  let retry: NodeJS.Timeout | undefined;
  // One read after another: of two concurrent reads the older may be the last to arrive.
  const publishMovedBalances = coalesce<void>(async () => {
    // Everything that a batch of the ledger has moved is announced within one turn of the event loop.
    await nextTurn();
    const userIds = [...movedUsers];
    movedUsers.clear();
    if (userIds.length === 0) return;
    try {
      for (const { userId, balance } of await readBalances(pool, userIds))
        hub.publish(balanceTopic(userId), JSON.stringify({ balance: fromMicros(balance) }));
      clearTimeout(retry);
      retry = undefined;
    } catch (error) {
      // Logged once, or a database that is away would fill the log.
      if (retry === undefined) log.warn({ err: error }, 'balances not told');
      for (const userId of userIds) movedUsers.add(userId);
      clearTimeout(retry);
      retry = setTimeout(publishMovedBalances, READ_AGAIN_MS).unref();
    }
    if (movedUsers.size > 0) await wait(READ_PAUSE_MS, undefined, { ref: false });
  });

  function publishBalance(userId: number): void {
    if (!hub.hasSubscribers(balanceTopic(userId))) return;
    movedUsers.add(userId);
    publishMovedBalances();
  }

  async function sendWins(userId: number): Promise<void> {
    // The player may have left since.
    if (!hub.hasSubscribers(winTopic(userId))) return;
    for (const win of await listUndeliveredWins(pool, userId)) {
      if (hub.publish(winTopic(userId), JSON.stringify(win), String(win.winId))) {
        await markWinDelivered(pool, userId, win.winId);
      }
    }
  }

  // One at a time per player, so that two triggers do not show one win twice.
  const sendWinsOnce = coalesce((userId: number) =>
    sendWins(userId).catch((error: unknown) => log.error({ err: error }, 'wins not delivered')),
  );

  function deliverWins(userId: number): void {
    if (hub.hasSubscribers(winTopic(userId))) sendWinsOnce(userId);
  }

  return {
    announceBalance(userId) {
      publishBalance(userId);
      fanOut.publishToUser(userId, { balance: true });
    },
    announceCounters: counters.markMoved,
    announceWins(userId) {
      deliverWins(userId);
      fanOut.publishToUser(userId, { wins: true });
    },
    deliverWins,
    async close() {
      clearTimeout(retry);
      counters.stop();
      await fanOut.close();
    },
  };
}
