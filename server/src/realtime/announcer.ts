import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { fromMicros } from '@palier/shared/money';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from '../database/pool';
import { listUndeliveredWins, markWinDelivered, readCounters } from '../jackpot/jackpot.repository';
import { countUnread } from '../notices/notice.repository';
import { readBalances } from '../users/user.repository';
import { createCountersPublisher } from './counters-publisher';
import { createFanOut } from './fan-out';
import type { SocketHub } from './hub';
import { coalesce } from '../concurrency/coalesce';
import { STAKE_TEXTS, type StakeRefusal } from '../refusals/refusal-texts';
import { balanceTopic, COUNTERS_TOPIC, noticesTopic, refusalTopic, winTopic } from './topics';

/**
 * The pause between two reads of balances: a process with many active players would otherwise read without a
 * pause.
 */
const READ_PAUSE_MS = 5;
/** The pause after a read that failed. */
const READ_AGAIN_MS = 1_000;

/**
 * Publishes to sockets what a commit has changed, in this process and, through NATS, in the others. Called
 * after commits only; its caller neither waits nor fails.
 */
export function createAnnouncer(pool: Pool, hub: SocketHub, log: FastifyBaseLogger, natsUrl?: string) {
  const counters = createCountersPublisher({
    isWanted: () => natsUrl !== undefined || hub.hasSubscribers(COUNTERS_TOPIC),
    read: async () => JSON.stringify(await readCounters(pool)),
    publishHere: (body) => void hub.publish(COUNTERS_TOPIC, body),
    publishToPeers: () => fanOut.publishCounters(),
    onFailure: (error) => log.warn({ err: error }, 'counters not announced'),
  });
  const balances = createBalancePublisher(pool, hub, log);
  const fanOut = createFanOut(
    natsUrl,
    {
      onUserFact(userId, fact) {
        if ('balance' in fact) balances.publish(userId);
        else if ('wins' in fact) deliverWins(userId);
        else sendRefusal(hub, userId, fact.refusedStake);
      },
      onCounters: counters.markChangedElsewhere,
      onConnected() {
        counters.markChanged();
        for (const userId of hub.wantedUserIds()) balances.publish(userId);
      },
    },
    log,
  );
  hub.onInterest({
    userWanted: (userId) => fanOut.subscribe(userId),
    userUnwanted: (userId) => fanOut.unsubscribe(userId),
  });
  hub.onWinAcknowledged((userId, winId) => {
    markWinDelivered(pool, userId, winId).catch((error: unknown) =>
      log.error({ err: error }, 'win not marked delivered'),
    );
  });

  async function sendWins(userId: number): Promise<void> {
    if (!hub.hasSubscribers(winTopic(userId))) return;
    for (const win of await listUndeliveredWins(pool, userId)) {
      if (hub.publish(winTopic(userId), JSON.stringify(win), String(win.winId))) {
        await markWinDelivered(pool, userId, win.winId);
      }
    }
  }

  // One delivery at a time per player, so that two triggers do not send a win twice.
  const deliverWins = coalesce((userId: number) =>
    sendWins(userId).catch((error: unknown) => log.error({ err: error }, 'wins not delivered')),
  );

  return {
    /**
     * After a change of a user's balance: each process with a socket that follows the balance reads it and
     * sends it.
     */
    announceBalance: (userId: number): void => {
      balances.publish(userId);
      fanOut.publishToUser(userId, { balance: true });
    },
    announceCounters: counters.markChanged,
    /** After a new win: each process with a socket of the player delivers it. */
    announceWins: (userId: number): void => {
      deliverWins(userId);
      fanOut.publishToUser(userId, { wins: true });
    },
    /** After a refused stake: the player's page shows why, because the game's own message may not say it. */
    announceRefusedStake: (userId: number, code: StakeRefusal): void => {
      sendRefusal(hub, userId, code);
      fanOut.publishToUser(userId, { refusedStake: code });
    },
    /** Sends the player's unacknowledged wins to the sockets of this process. */
    deliverWins,
    /** Reads the user's balance and sends it to the sockets of this process. */
    sendBalance: balances.publish,
    /** Sends the number of the user's unread notices to the sockets of this process. */
    sendNotices: createNoticesPublisher(pool, hub, log),
    isFanOutConnected: fanOut.isConnected,
    async close(): Promise<void> {
      balances.stop();
      counters.stop();
      await fanOut.close();
    },
  };
}

export type Announcer = ReturnType<typeof createAnnouncer>;

/** Returns a function that sends the number of a user's unread notices to the sockets of this process. */
const createNoticesPublisher = (pool: Pool, hub: SocketHub, log: FastifyBaseLogger) =>
  coalesce(async (userId: number) => {
    if (!hub.hasSubscribers(noticesTopic(userId))) return;
    try {
      const unread = await countUnread(pool, userId);
      hub.publish(noticesTopic(userId), JSON.stringify({ unread }));
    } catch (error) {
      log.warn({ err: error }, 'notices not announced');
    }
  });

const sendRefusal = (hub: SocketHub, userId: number, code: StakeRefusal): boolean =>
  hub.publish(refusalTopic(userId), JSON.stringify({ code, text: STAKE_TEXTS[code] }));

/** Reads balances that have changed and sends them to the sockets of this process. */
function createBalancePublisher(pool: Pool, hub: SocketHub, log: FastifyBaseLogger) {
  /** Users whose balance has changed since it was last read. */
  const changedUsers = new Set<number>();
  /** Set after a failed read. */
  let retry: NodeJS.Timeout | undefined;
  // One read at a time: of two concurrent reads the older may arrive last.
  const publishChanged = coalesce<void>(async () => {
    // All changes of a ledger batch are announced within one turn of the event loop.
    await nextTurn();
    const userIds = [...changedUsers];
    changedUsers.clear();
    if (userIds.length === 0) return;
    try {
      for (const { userId, balance } of await readBalances(pool, userIds))
        hub.publish(balanceTopic(userId), JSON.stringify({ balance: fromMicros(balance) }));
      clearTimeout(retry);
      retry = undefined;
    } catch (error) {
      // Logged once: an unreachable database would fill the log.
      if (retry === undefined) log.warn({ err: error }, 'balances not published');
      for (const userId of userIds) changedUsers.add(userId);
      clearTimeout(retry);
      retry = setTimeout(publishChanged, READ_AGAIN_MS).unref();
    }
    if (changedUsers.size > 0) await wait(READ_PAUSE_MS, undefined, { ref: false });
  });

  return {
    publish: (userId: number): void => {
      if (!hub.hasSubscribers(balanceTopic(userId))) return;
      changedUsers.add(userId);
      publishChanged();
    },
    stop: (): void => clearTimeout(retry),
  };
}
