import { randomUUID } from 'node:crypto';
import { Counts } from './counts';
import { toSockJs } from './sockjs-message';
import { textOfFrame } from './stomp-frame';
import { userOfBalanceTopic } from './topics';
import { toWebSocketFrame } from './websocket-frame';

/** A STOMP frame, and the same frame as a WebSocket carries it. */
export interface EncodedFrame {
  readonly text: string;
  readonly webSocketFrame: Buffer;
}

/** A message, encoded once for all its subscribers with the same subscription id. */
export class SocketMessage {
  private readonly frames = new Map<string, EncodedFrame>();

  constructor(
    readonly destination: string,
    readonly body: string,
    readonly id: string = randomUUID(),
  ) {}

  /** The MESSAGE frame for one subscription id; with `ack` when the client must acknowledge it. */
  frameFor(subscription: string, ack?: string): EncodedFrame {
    const key = ack === undefined ? subscription : `${subscription} ${ack}`;
    const written = this.frames.get(key);
    if (written !== undefined) return written;
    const text = textOfFrame(
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
    const frame = { text, webSocketFrame: toWebSocketFrame(toSockJs(text)) };
    this.frames.set(key, frame);
    return frame;
  }
}

/** An authenticated STOMP connection, as the hub sees it. */
export interface HubConnection {
  readonly userId: number;
  readonly sessionId: string;
  /**
   * Writes a message to each matching subscription. True when it was written and no acknowledgement is
   * expected.
   */
  deliver(message: SocketMessage): boolean;
  destinations(): Iterable<string>;
  close(reason: string): void;
}

/**
 * Notified when the first socket of this process needs news of a user, and when the last one no longer does.
 */
interface InterestListener {
  userWanted(userId: number): void;
  userUnwanted(userId: number): void;
}

/** The sockets of this process and their subscriptions. */
export function createSocketHub() {
  const connections = new Set<HubConnection>();
  const socketsByUser = new Counts<number>();
  const subscribers = new Map<string, Set<HubConnection>>();
  const ackListeners = new Set<(userId: number, winId: number) => void>();
  const interest = new Set<InterestListener>();
  /**
   * The number of reasons to receive news of a user: each socket of the user, and the user's balance topic.
   */
  const wanted = new Counts<number>();

  const want = (userId: number): void => {
    wanted.add(userId);
    if (wanted.of(userId) === 1) for (const listener of interest) listener.userWanted(userId);
  };
  const unwant = (userId: number): void => {
    wanted.remove(userId);
    if (wanted.of(userId) === 0) for (const listener of interest) listener.userUnwanted(userId);
  };

  const closeWhere = (matches: (connection: HubConnection) => boolean, reason: string): void => {
    for (const connection of connections) if (matches(connection)) connection.close(reason);
  };
  const unsubscribe = (destination: string, connection: HubConnection): void => {
    const listening = subscribers.get(destination);
    listening?.delete(connection);
    if (listening?.size !== 0) return;
    subscribers.delete(destination);
    const userId = userOfBalanceTopic(destination);
    if (userId !== null) unwant(userId);
  };

  return {
    add(connection: HubConnection): void {
      connections.add(connection);
      socketsByUser.add(connection.userId);
      want(connection.userId);
    },
    remove(connection: HubConnection): void {
      if (!connections.delete(connection)) return;
      // Reads the few topics of the connection and not the map, which has the topics of all users.
      for (const destination of connection.destinations()) unsubscribe(destination, connection);
      socketsByUser.remove(connection.userId);
      unwant(connection.userId);
    },
    subscribe(destination: string, connection: HubConnection): void {
      const listening = subscribers.get(destination);
      if (listening !== undefined) return void listening.add(connection);
      subscribers.set(destination, new Set([connection]));
      const userId = userOfBalanceTopic(destination);
      if (userId !== null) want(userId);
    },
    unsubscribe,
    hasSubscribers: (destination: string): boolean => subscribers.has(destination),
    /** True when at least one socket received the message and need not acknowledge it. */
    publish(destination: string, body: string, messageId?: string): boolean {
      const listening = subscribers.get(destination);
      if (listening === undefined) return false;
      const message = new SocketMessage(destination, body, messageId);
      let taken = false;
      for (const connection of listening) taken = connection.deliver(message) || taken;
      return taken;
    },
    /** Open sockets and subscribed topics. */
    count: () => ({ sockets: connections.size, topics: subscribers.size }),
    socketsOfUser: (userId: number): number => socketsByUser.of(userId),
    sessionIds: (): string[] => [...new Set([...connections].map(({ sessionId }) => sessionId))],
    hasUser: (userId: number): boolean => socketsByUser.of(userId) > 0,
    /**
     * The ids of the users who have a socket in this process, and of those whose balance such a socket
     * follows.
     */
    wantedUserIds: (): number[] => wanted.keys(),
    closeSocketsOfSession: (sessionId: string): void =>
      closeWhere((connection) => connection.sessionId === sessionId, 'session ended'),
    closeAll: (): void => closeWhere(() => true, 'server is stopping'),
    acknowledgeWin: (userId: number, winId: number): void =>
      ackListeners.forEach((listener) => listener(userId, winId)),
    onWinAcknowledged: (listener: (userId: number, winId: number) => void) => void ackListeners.add(listener),
    onInterest: (listener: InterestListener) => void interest.add(listener),
  };
}

export type SocketHub = ReturnType<typeof createSocketHub>;
