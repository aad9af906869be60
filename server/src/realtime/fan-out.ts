import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { FastifyBaseLogger } from 'fastify';
import { isStakeRefusal, type StakeRefusal } from '../refusals/refusal-texts';

/** The kind of change. Receivers read the new value from the database, because messages may be late. */
type UserFact =
  | { readonly balance: true }
  | { readonly wins: true }
  | { readonly refusedStake: StakeRefusal };

interface FanOutListener {
  onUserFact(userId: number, fact: UserFact): void;
  /** Another process has changed the counters. */
  onCounters(): void;
  /** The connection is established, for the first time or again; earlier messages were not received. */
  onConnected(): void;
}

const COUNTERS_SUBJECT = 'palier.jackpot.counters';
const userSubject = (userId: number): string => `palier.user.${userId}`;
const RECONNECT_MS = 1_000;
/**
 * A connection without answers to pings is closed after some seconds; otherwise messages would queue for
 * minutes.
 */
const PING_EVERY_MS = 2_000;
const PINGS_UNANSWERED = 2;
const CONNECT_LIMIT_MS = 3_000;
/** After this time without a first connection, a warning is logged. */
const LATE_MS = 10_000;

const CONNECTION_OPTIONS = {
  name: 'palier',
  // This process has already notified its own sockets.
  noEcho: true,
  waitOnFirstConnect: true,
  maxReconnectAttempts: -1,
  // Otherwise a second refused login would be the last try; during a change of password logins are refused
  // for a while.
  ignoreAuthErrorAbort: true,
  reconnectTimeWait: RECONNECT_MS,
  timeout: CONNECT_LIMIT_MS,
  pingInterval: PING_EVERY_MS,
  maxPingOut: PINGS_UNANSWERED,
} as const;

/** NATS_URL as the client's options: the addresses, and the login and TLS of the first one. */
export function natsServers(addresses: string) {
  const servers = addresses.split(',').map((one) => new URL(one));
  const { username, password, protocol } = servers[0]!;
  return {
    servers: servers.map(({ host }) => host),
    ...(username === '' ? {} : { user: decodeURIComponent(username) }),
    ...(password === '' ? {} : { pass: decodeURIComponent(password) }),
    ...(protocol === 'tls:' ? { tls: {} } : {}),
  };
}

/**
 * Fan-out over NATS. Callers never wait for NATS: without it, sockets get wins and ended sessions from the
 * database, a little later. Messages are dropped while the connection is down. Without an address nothing is
 * sent or received.
 */
export function createFanOut(natsUrl: string | undefined, listener: FanOutListener, log: FastifyBaseLogger) {
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
    const late = setTimeout(() => {
      if (!isClosed) log.warn('fan-out not connected yet: NATS is unreachable, or refuses the login');
    }, LATE_MS).unref();
    const made = await connect({ ...natsServers(address), ...CONNECTION_OPTIONS }).finally(() =>
      clearTimeout(late),
    );
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
    listener.onConnected();
    for await (const { type } of made.status()) {
      // Refused logins repeat both events.
      if (type === 'disconnect' && isUp) {
        isUp = false;
        log.warn('fan-out lost; sockets are served from the database meanwhile');
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
    /** Reaches the processes with a socket of the user, or of an agent who follows the user's balance. */
    publishToUser: (userId: number, fact: UserFact): void =>
      publish(userSubject(userId), JSON.stringify(fact)),
    /** Notifies all processes that the jackpots' counters have changed. */
    publishCounters: (): void => publish(COUNTERS_SUBJECT, ''),
    /** Starts receiving what other processes publish about a user; `unsubscribe` ends it. */
    subscribe(userId: number): void {
      subscriptions.set(userId, null);
      subscribeTo(userId);
    },
    unsubscribe(userId: number): void {
      subscriptions.get(userId)?.unsubscribe();
      subscriptions.delete(userId);
    },
    isConnected: (): boolean => isUp,
    async close(): Promise<void> {
      isClosed = true;
      isUp = false;
      await connection?.close();
    },
  };
}

export type FanOut = ReturnType<typeof createFanOut>;

function userFactOf(text: string): UserFact | null {
  try {
    const fact = JSON.parse(text) as Partial<Record<'balance' | 'wins' | 'refusedStake', unknown>>;
    if (fact.balance === true) return { balance: true };
    if (isStakeRefusal(fact.refusedStake)) return { refusedStake: fact.refusedStake };
    return fact.wins === true ? { wins: true } : null;
  } catch {
    return null;
  }
}
