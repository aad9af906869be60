import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { fromMicros } from '@palier/shared/money';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from '../database/pool';
import { listUndeliveredWins, markWinDelivered, readCounters } from '../jackpot/jackpot.repository';
import { readBalances } from '../users/user.repository';
import { createCountersTeller } from './counters-teller';
import { createFanOut } from './fan-out';
import type { SocketHub } from './hub';
import { runInTurn } from './in-turn';
import { balanceTopic, COUNTERS_TOPIC, winTopic } from './topics';

/** Between two reads of balances while more of them move: a process with many players who play would do little else. */
const READ_PAUSE_MS = 5;
/** After a read that failed. */
const READ_AGAIN_MS = 1_000;

/**
 * Tells sockets what a commit has just changed, on this process and, through NATS, on the others. Called after commits
 * only; never makes its caller wait or fail.
 */
export interface Announcer {
  /** The user's balance has moved: every process with a socket of theirs reads it and says it. */
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
  const counters = createCountersTeller({
    isWanted: () => natsUrl !== undefined || hub.hasSubscribers(COUNTERS_TOPIC),
    read: async () => JSON.stringify(await readCounters(pool)),
    publish: (body) => void hub.publish(COUNTERS_TOPIC, body),
    tell: (body) => fanOut.tellCounters(body),
    onFailure: (error) => log.warn({ err: error }, 'counters not announced'),
  });
  const fanOut = createFanOut(
    natsUrl,
    {
      onUserFact(userId, fact) {
        if ('balance' in fact) tellBalance(userId);
        else deliverWins(userId);
      },
      onCounters: counters.heard,
      onBack() {
        counters.moved();
        for (const userId of hub.userIds()) tellBalance(userId);
      },
    },
    log,
  );
  hub.onPresence({
    userCame: (userId) => fanOut.listenTo(userId),
    userLeft: (userId) => fanOut.forget(userId),
  });
  hub.onWinAcknowledged((userId, winId) => {
    markWinDelivered(pool, userId, winId).catch((error: unknown) =>
      log.error({ err: error }, 'win not marked delivered'),
    );
  });

  /** Whose balance has moved since it was last read for this process' sockets. */
  const movedUsers = new Set<number>();
  /** Set while the last read has failed. */
  let readingAgain: NodeJS.Timeout | undefined;
  // Read anew, one read after another: of two answers of the ledger the older may be the last to arrive.
  const tellMovedBalances = runInTurn<void>(async () => {
    // What a batch of the ledger has moved is announced within one turn of the event loop.
    await nextTurn();
    const userIds = [...movedUsers];
    movedUsers.clear();
    if (userIds.length === 0) return;
    try {
      for (const { userId, balance } of await readBalances(pool, userIds))
        hub.publish(balanceTopic(userId), JSON.stringify({ balance: fromMicros(balance) }));
      clearTimeout(readingAgain);
      readingAgain = undefined;
    } catch (error) {
      // Once: a database that is away would fill the log.
      if (readingAgain === undefined) log.warn({ err: error }, 'balances not told');
      for (const userId of userIds) movedUsers.add(userId);
      clearTimeout(readingAgain);
      readingAgain = setTimeout(tellMovedBalances, READ_AGAIN_MS).unref();
    }
    if (movedUsers.size > 0) await wait(READ_PAUSE_MS, undefined, { ref: false });
  });

  function tellBalance(userId: number): void {
    if (!hub.hasSubscribers(balanceTopic(userId))) return;
    movedUsers.add(userId);
    tellMovedBalances();
  }

  async function sendWins(userId: number): Promise<void> {
    // Whoever asked may have left since.
    if (!hub.hasSubscribers(winTopic(userId))) return;
    for (const win of await listUndeliveredWins(pool, userId)) {
      if (hub.publish(winTopic(userId), JSON.stringify(win), String(win.winId))) {
        await markWinDelivered(pool, userId, win.winId);
      }
    }
  }

  // One after another per player, so that two triggers do not show one win twice, and no more than one waits.
  const sendWinsInTurn = runInTurn((userId: number) =>
    sendWins(userId).catch((error: unknown) => log.error({ err: error }, 'wins not delivered')),
  );

  function deliverWins(userId: number): void {
    if (hub.hasSubscribers(winTopic(userId))) sendWinsInTurn(userId);
  }

  return {
    announceBalance(userId) {
      tellBalance(userId);
      fanOut.tellUser(userId, { balance: true });
    },
    announceCounters: counters.moved,
    announceWins(userId) {
      deliverWins(userId);
      fanOut.tellUser(userId, { wins: true });
    },
    deliverWins,
    async close() {
      clearTimeout(readingAgain);
      counters.stop();
      await fanOut.close();
    },
  };
}
