import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { FastifyBaseLogger } from 'fastify';

/** What one process tells the others, on a user's subject or to all. */
export interface FanOut {
  /** Tells the processes where the user has a socket. */
  tellUser(userId: number, fact: UserFact): void;
  /** Tells every process the jackpots' counters. */
  tellCounters(body: string): void;
  /** Starts and ends hearing what is told of a user. */
  listenTo(userId: number): void;
  forget(userId: number): void;
  close(): Promise<void>;
}

/** What has moved: it is read from the database, never from a message, which may be late. */
export type UserFact = { readonly balance: true } | { readonly wins: true };

export interface FanOutListener {
  onUserFact(userId: number, fact: UserFact): void;
  onCounters(body: string): void;
  /** The line is there, or back: what was told meanwhile was not heard. */
  onBack(): void;
}

const COUNTERS_SUBJECT = 'palier.jackpot.counters';
const userSubject = (userId: number): string => `palier.user.${userId}`;
const RECONNECT_MS = 1_000;
/** A line that answers no ping is given up after some seconds, or what we tell would pile up before it for minutes. */
const PING_EVERY_MS = 2_000;
const PINGS_UNANSWERED = 2;
const CONNECT_LIMIT_MS = 3_000;
/** A first connection is tried for ever; past this somebody should hear of it. */
const LATE_MS = 10_000;

/**
 * Fan-out over NATS (design §6), never waited for: without it sockets still hear of wins and ended sessions from the
 * database, a little later. Nothing is kept while the line is down. Absent address: one process, nobody to tell.
 */
export function createFanOut(
  natsUrl: string | undefined,
  listener: FanOutListener,
  log: FastifyBaseLogger,
): FanOut {
  const heard = new Map<number, Subscription | null>();
  let connection: NatsConnection | undefined;
  let isUp = false;
  let isClosed = false;

  const listen = (userId: number): void => {
    if (connection === undefined || connection.isClosed()) return;
    const subscription = connection.subscribe(userSubject(userId), {
      callback: (error, message) => {
        const fact = error === null ? userFactOf(message.string()) : null;
        if (fact !== null) listener.onUserFact(userId, fact);
      },
    });
    heard.set(userId, subscription);
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
      // What this process says it has already done for its own sockets.
      noEcho: true,
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      // Or the second refused login would be the last one: a password may be changed here and there in turn.
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
      callback: (error, message) => {
        if (error === null) listener.onCounters(message.string());
      },
    });
    for (const userId of heard.keys()) listen(userId);
    // Sockets may be older than this line.
    listener.onBack();
    for await (const { type } of made.status()) {
      // Each login that is refused meanwhile says both once more.
      if (type === 'disconnect' && isUp) {
        isUp = false;
        log.warn('fan-out lost; sockets are told from the database meanwhile');
      } else if (type === 'reconnect' && !isUp) {
        isUp = true;
        log.info('fan-out is back');
        listener.onBack();
      }
    }
  };
  if (natsUrl !== undefined)
    start(natsUrl).catch((error: unknown) => log.error({ err: error }, 'fan-out not connected'));

  return {
    tellUser: (userId, fact) => publish(userSubject(userId), JSON.stringify(fact)),
    tellCounters: (body) => publish(COUNTERS_SUBJECT, body),
    listenTo(userId) {
      heard.set(userId, null);
      listen(userId);
    },
    forget(userId) {
      heard.get(userId)?.unsubscribe();
      heard.delete(userId);
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
    // A process of the version before says the balance itself.
    if (fact.balance !== undefined) return { balance: true };
    return fact.wins === true ? { wins: true } : null;
  } catch {
    return null;
  }
}
