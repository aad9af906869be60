import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { FastifyBaseLogger } from 'fastify';

/** What one process publishes to the others, on a user's subject or to all. */
export interface FanOut {
  /** Reaches the processes where the user has a socket. */
  publishToUser(userId: number, fact: UserFact): void;
  /** Notifies every process that the jackpots' counters have moved. */
  publishCounters(): void;
  /** Starts and ends receiving what others publish of a user. */
  subscribe(userId: number): void;
  unsubscribe(userId: number): void;
  close(): Promise<void>;
}

/** What has changed. Its value is read from the database, never from a message, which may be late. */
export type UserFact = { readonly balance: true } | { readonly wins: true };

export interface FanOutListener {
  onUserFact(userId: number, fact: UserFact): void;
  /** Another process has moved the counters. */
  onCounters(): void;
  /** The connection is up, for the first time or again: what was published until then was not received. */
  onConnected(): void;
}

const COUNTERS_SUBJECT = 'palier.jackpot.counters';
const userSubject = (userId: number): string => `palier.user.${userId}`;
const RECONNECT_MS = 1_000;
/** A connection that answers no ping is given up after some seconds; what we publish would pile up before it for minutes. */
const PING_EVERY_MS = 2_000;
const PINGS_UNANSWERED = 2;
const CONNECT_LIMIT_MS = 3_000;
/** A first connection is tried for ever; past this the log says so. */
const LATE_MS = 10_000;

/**
 * Fan-out over NATS (section 6 of docs/design.md), never waited for: without it sockets still learn of wins and ended sessions from the
 * database, a little later. Nothing is kept while the connection is down. Without an address there is one process and no peer.
 */
export function createFanOut(
  natsUrl: string | undefined,
  listener: FanOutListener,
  log: FastifyBaseLogger,
): FanOut {
  const subscriptions = new Map<number, Subscription | null>();
  let connection: NatsConnection | undefined;
  let isUp = false;
  let isClosed = false;

  const subscribeTo = (userId: number): void => {
    if (connection === undefined || connection.isClosed()) return;
    const subscription = connection.subscribe(userSubject(userId), {
      callback: (error, message) => {
        const fact = error === null ? userFactOf(message.string()) : null;
        if (fact !== null) listener.onUserFact(userId, fact);
      },
    });
    subscriptions.set(userId, subscription);
  };
  const publish = (subject: string, body: string): void => {
    if (isUp) connection?.publish(subject, body);
  };

  const start = async (address: string): Promise<void> => {
    const servers = address.split(',').map((one) => new URL(one));
    const first = servers[0]!;
    const late = setTimeout(() => {
      if (!isClosed) log.warn('fan-out not connected yet: NATS is away, or refuses the login');
    }, LATE_MS).unref();
    const made = await connect({
      servers: servers.map(({ host }) => host),
      ...(first.username === '' ? {} : { user: decodeURIComponent(first.username) }),
      ...(first.password === '' ? {} : { pass: decodeURIComponent(first.password) }),
      ...(first.protocol === 'tls:' ? { tls: {} } : {}),
      name: 'palier',
      // This process has already told its own sockets.
      noEcho: true,
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      // Without it a second refused login would be the last try, while a password may be changed here first and there later.
      ignoreAuthErrorAbort: true,
      reconnectTimeWait: RECONNECT_MS,
      timeout: CONNECT_LIMIT_MS,
      pingInterval: PING_EVERY_MS,
      maxPingOut: PINGS_UNANSWERED,
    }).finally(() => clearTimeout(late));
    if (isClosed) return made.close();
    connection = made;
    isUp = true;
    log.info('fan-out connected');
    made.subscribe(COUNTERS_SUBJECT, {
      callback: (error) => {
        if (error === null) listener.onCounters();
      },
    });
    for (const userId of subscriptions.keys()) subscribeTo(userId);
    // Sockets may be older than this connection.
    listener.onConnected();
    for await (const { type } of made.status()) {
      // Each login that is refused meanwhile repeats both.
      if (type === 'disconnect' && isUp) {
        isUp = false;
        log.warn('fan-out lost; sockets are told from the database meanwhile');
      } else if (type === 'reconnect' && !isUp) {
        isUp = true;
        log.info('fan-out is back');
        listener.onConnected();
      }
    }
  };
  if (natsUrl !== undefined)
    start(natsUrl).catch((error: unknown) => log.error({ err: error }, 'fan-out not connected'));

  return {
    publishToUser: (userId, fact) => publish(userSubject(userId), JSON.stringify(fact)),
    publishCounters: () => publish(COUNTERS_SUBJECT, ''),
    subscribe(userId) {
      subscriptions.set(userId, null);
      subscribeTo(userId);
    },
    unsubscribe(userId) {
      subscriptions.get(userId)?.unsubscribe();
      subscriptions.delete(userId);
    },
    async close() {
      isClosed = true;
      isUp = false;
      await connection?.close();
    },
  };
}

function userFactOf(text: string): UserFact | null {
  try {
    const fact = JSON.parse(text) as Partial<Record<'balance' | 'wins', unknown>>;
    if (fact.balance === true) return { balance: true };
    return fact.wins === true ? { wins: true } : null;
  } catch {
    return null;
  }
}
