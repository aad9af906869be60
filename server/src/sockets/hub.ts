/** An authenticated STOMP connection, as the hub sees it. */
export interface HubConnection {
  readonly userId: number;
  readonly sessionId: string;
  /** Writes a message to each matching subscription. True when the socket took it and no acknowledgement is due. */
  deliver(destination: string, body: string, messageId?: string): boolean;
  /** What it is subscribed to. */
  destinations(): Iterable<string>;
  close(reason: string): void;
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
  sessionIds(): string[];
  closeSocketsOfSession(sessionId: string): void;
  closeSocketsOfUser(userId: number, exceptSessionId?: string): void;
  closeAll(): void;
  acknowledgeWin(userId: number, winId: number): void;
  onWinAcknowledged(listener: (userId: number, winId: number) => void): void;
}

export function createSocketHub(): SocketHub {
  const connections = new Set<HubConnection>();
  const subscribers = new Map<string, Set<HubConnection>>();
  const ackListeners = new Set<(userId: number, winId: number) => void>();

  const closeWhere = (isMeant: (connection: HubConnection) => boolean, reason: string): void => {
    for (const connection of [...connections]) if (isMeant(connection)) connection.close(reason);
  };
  const unsubscribe = (destination: string, connection: HubConnection): void => {
    const listening = subscribers.get(destination);
    listening?.delete(connection);
    if (listening?.size === 0) subscribers.delete(destination);
  };

  return {
    add: (connection) => void connections.add(connection),
    remove(connection) {
      connections.delete(connection);
      // A user has few topics, but the map holds everybody's: only the connection knows its own.
      for (const destination of connection.destinations()) unsubscribe(destination, connection);
    },
    subscribe(destination, connection) {
      const listening = subscribers.get(destination) ?? new Set();
      listening.add(connection);
      subscribers.set(destination, listening);
    },
    unsubscribe,
    hasSubscribers: (destination) => subscribers.has(destination),
    publish(destination, body, messageId) {
      let taken = false;
      for (const connection of [...(subscribers.get(destination) ?? [])]) {
        taken = connection.deliver(destination, body, messageId) || taken;
      }
      return taken;
    },
    sessionIds: () => [...new Set([...connections].map(({ sessionId }) => sessionId))],
    closeSocketsOfSession: (sessionId) =>
      closeWhere((connection) => connection.sessionId === sessionId, 'session ended'),
    closeSocketsOfUser: (userId, exceptSessionId) =>
      closeWhere(
        (connection) => connection.userId === userId && connection.sessionId !== exceptSessionId,
        'session ended',
      ),
    closeAll: () => closeWhere(() => true, 'server is stopping'),
    acknowledgeWin: (userId, winId) => ackListeners.forEach((listener) => listener(userId, winId)),
    onWinAcknowledged: (listener) => void ackListeners.add(listener),
  };
}
