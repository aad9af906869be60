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

/**
 * Tells sockets what a commit has just changed, on this process and, through NATS, on the others. Called after commits
 * only; never makes its caller wait or fail.
 */
export interface Announcer {
  announceBalance(userId: number, balanceMicros: bigint): void;
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
        if ('balance' in fact) hub.publish(balanceTopic(userId), fact.balance);
        else deliverWins(userId);
      },
      onCounters: counters.heard,
      onBack() {
        counters.moved();
        tellBalances().catch((error: unknown) => log.warn({ err: error }, 'balances not told again'));
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

  /** Our own sockets alone: every process does the same for its own. */
  async function tellBalances(): Promise<void> {
    for (const { userId, balance } of await readBalances(pool, hub.userIds()))
      hub.publish(balanceTopic(userId), balanceBody(balance));
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
    announceBalance(userId, balanceMicros) {
      const balance = balanceBody(balanceMicros);
      hub.publish(balanceTopic(userId), balance);
      fanOut.tellUser(userId, { balance });
    },
    announceCounters: counters.moved,
    announceWins(userId) {
      deliverWins(userId);
      fanOut.tellUser(userId, { wins: true });
    },
    deliverWins,
    async close() {
      counters.stop();
      await fanOut.close();
    },
  };
}

const balanceBody = (balanceMicros: bigint): string => JSON.stringify({ balance: fromMicros(balanceMicros) });
