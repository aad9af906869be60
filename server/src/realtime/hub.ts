import { randomUUID } from 'node:crypto';
import { carry } from './sockjs-message';
import { writeFrame } from './stomp-frame';

/** A STOMP frame, and its bytes as SockJS carries them. */
export interface WrittenFrame {
  readonly text: string;
  readonly carried: Buffer;
}

/** One thing to say, written once however many subscriptions it goes to. */
export class SocketMessage {
  private readonly frames = new Map<string, WrittenFrame>();

  constructor(
    readonly destination: string,
    readonly body: string,
    readonly id: string = randomUUID(),
  ) {}

  /** The MESSAGE frame for one subscription id; `ack` when the client is to acknowledge it. */
  frameFor(subscription: string, ack?: string): WrittenFrame {
    const key = ack === undefined ? subscription : `${subscription} ${ack}`;
    const written = this.frames.get(key);
    if (written !== undefined) return written;
    const text = writeFrame(
      'MESSAGE',
      {
        subscription,
        'message-id': this.id,
        destination: this.destination,
        'content-type': 'application/json',
        ...(ack === undefined ? {} : { ack }),
      },
      this.body,
    );
    const frame = { text, carried: Buffer.from(carry(text)) };
    this.frames.set(key, frame);
    return frame;
  }
}

/** An authenticated STOMP connection, as the hub sees it. */
export interface HubConnection {
  readonly userId: number;
  readonly sessionId: string;
  /** Writes a message to each matching subscription. True when the socket took it and no acknowledgement is due. */
  deliver(message: SocketMessage): boolean;
  /** What it is subscribed to. */
  destinations(): Iterable<string>;
  close(reason: string): void;
}

/** Told when the first socket of a user opens in this process, and when its last one closes. */
export interface PresenceListener {
  userCame(userId: number): void;
  userLeft(userId: number): void;
}

/** Who listens to what in this process. */
export interface SocketHub {
  add(connection: HubConnection): void;
  remove(connection: HubConnection): void;
  subscribe(destination: string, connection: HubConnection): void;
  unsubscribe(destination: string, connection: HubConnection): void;
  hasSubscribers(destination: string): boolean;
  /** True when at least one socket took the message for good. */
  publish(destination: string, body: string, messageId?: string): boolean;
  /** Open sockets and subscribed topics. */
  count(): { sockets: number; topics: number };
  socketsOfUser(userId: number): number;
  sessionIds(): string[];
  hasUser(userId: number): boolean;
  /** Who has a socket here. */
  userIds(): number[];
  closeSocketsOfSession(sessionId: string): void;
  closeAll(): void;
  acknowledgeWin(userId: number, winId: number): void;
  onWinAcknowledged(listener: (userId: number, winId: number) => void): void;
  onPresence(listener: PresenceListener): void;
}

export function createSocketHub(): SocketHub {
  const byUser = new Map<number, Set<HubConnection>>();
  const subscribers = new Map<string, Set<HubConnection>>();
  const ackListeners = new Set<(userId: number, winId: number) => void>();
  const presence = new Set<PresenceListener>();
  let sockets = 0;

  const all = function* (): Iterable<HubConnection> {
    for (const ofUser of byUser.values()) yield* ofUser;
  };
  const closeWhere = (
    connections: Iterable<HubConnection>,
    isMeant: (connection: HubConnection) => boolean,
    reason: string,
  ): void => {
    for (const connection of [...connections]) if (isMeant(connection)) connection.close(reason);
  };
  const unsubscribe = (destination: string, connection: HubConnection): void => {
    const listening = subscribers.get(destination);
    listening?.delete(connection);
    if (listening?.size === 0) subscribers.delete(destination);
  };

  return {
    add(connection) {
      const ofUser = byUser.get(connection.userId);
      sockets += 1;
      if (ofUser !== undefined) return void ofUser.add(connection);
      byUser.set(connection.userId, new Set([connection]));
      for (const listener of presence) listener.userCame(connection.userId);
    },
    remove(connection) {
      const ofUser = byUser.get(connection.userId);
      if (ofUser?.delete(connection) !== true) return;
      sockets -= 1;
      // A user has few topics, but the map holds everybody's: only the connection knows its own.
      for (const destination of connection.destinations()) unsubscribe(destination, connection);
      if (ofUser.size > 0) return;
      byUser.delete(connection.userId);
      for (const listener of presence) listener.userLeft(connection.userId);
    },
    subscribe(destination, connection) {
      const listening = subscribers.get(destination) ?? new Set();
      listening.add(connection);
      subscribers.set(destination, listening);
    },
    unsubscribe,
    hasSubscribers: (destination) => subscribers.has(destination),
    publish(destination, body, messageId) {
      const listening = subscribers.get(destination);
      if (listening === undefined) return false;
      const message = new SocketMessage(destination, body, messageId);
      let taken = false;
      for (const connection of [...listening]) taken = connection.deliver(message) || taken;
      return taken;
    },
    count: () => ({ sockets, topics: subscribers.size }),
    socketsOfUser: (userId) => byUser.get(userId)?.size ?? 0,
    sessionIds: () => [...new Set([...all()].map(({ sessionId }) => sessionId))],
    hasUser: (userId) => byUser.has(userId),
    userIds: () => [...byUser.keys()],
    closeSocketsOfSession: (sessionId) =>
      closeWhere(all(), (connection) => connection.sessionId === sessionId, 'session ended'),
    closeAll: () => closeWhere(all(), () => true, 'server is stopping'),
    acknowledgeWin: (userId, winId) => ackListeners.forEach((listener) => listener(userId, winId)),
    onWinAcknowledged: (listener) => void ackListeners.add(listener),
    onPresence: (listener) => void presence.add(listener),
  };
}
