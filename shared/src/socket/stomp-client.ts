import { bus, busEvents } from '@palier/shared/bus';
import { freshAccessToken, logIgnored } from '@palier/shared/http';
import { Client, TickerStrategy } from '@stomp/stompjs';
import SockJS from 'sockjs-client';
import { onReturn } from './on-return';

export { Client } from '@stomp/stompjs';
export type { IFrame, IStompSocket, StompSubscription } from '@stomp/stompjs';

const BALANCE_RECEIPT = 'balance';
const REQUESTS_RECEIPT = 'requests';
const ENDPOINT = '/ws-jackpot';
/** The other transports need frames that the page's content security policy refuses. */
const TRANSPORTS = ['websocket', 'xhr-streaming', 'xhr-polling'];
const RECONNECT_MS = 5_000;
/** Spreads the reconnections of all pages after the restart of a process. */
const RECONNECT_SPREAD_MS = 2_000;
const HEARTBEAT_MS = 4_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** A connection that does not answer in this time after the page has come back is replaced. */
const ANSWER_LIMIT_MS = 2_000;
const RETURN_RECEIPT = 'return';
/** The message of the server's ERROR frame that refuses the token. */
const UNAUTHENTICATED = 'unauthenticated';

export interface Schema<Value> {
  safeParse(value: unknown): { success: true; data: Value } | { success: false; error: unknown };
}

export function parseMessage<Value>(body: string, schema: Schema<Value>, topic: string): Value | null {
  try {
    const parsed = schema.safeParse(JSON.parse(body));
    if (parsed.success) return parsed.data;
    logIgnored(parsed.error, `socket: invalid ${topic} message`);
  } catch (error) {
    logIgnored(error, `socket: invalid ${topic} message`);
  }
  return null;
}

export const balanceTopic = (userId: number): string => `/topic/balance/user/${userId}`;

const noticesTopic = (userId: number): string => `/topic/notices/user/${userId}`;
/** Requests that the user made or received (decision 0113). */
const requestsTopic = (userId: number): string => `/topic/requests/user/${userId}`;

/** The balance in a message of a balance topic, or null. */
export const parseBalance = (body: string): number | null =>
  parseMessage(body, busEvents['balance/changed'].payload, 'balance')?.balance ?? null;

interface StompClientOptions {
  readonly onBalance: (body: string) => void;
  /** Subscribes to further topics, after each connection. */
  readonly onConnect: (client: Client, isReconnection: boolean) => void;
  readonly onClose: () => void;
}

export interface StompSocket {
  readonly client: Client;
  readonly close: () => void;
}

/**
 * The STOMP connection of one user over SockJS (sections 7 and 9 of docs/spec-coverage.md), not yet active,
 * with the user's own balance and number of unread notices. Errors of the connection are only logged.
 */
export function createStompClient(
  userId: number,
  { onBalance, onConnect, onClose }: StompClientOptions,
): StompSocket {
  let hasBeenClosed = false;
  const client = new Client({
    webSocketFactory: () => new SockJS(ENDPOINT, null, { transports: TRANSPORTS }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    reconnectDelay: RECONNECT_MS + Math.random() * RECONNECT_SPREAD_MS,
    heartbeatIncoming: HEARTBEAT_MS,
    heartbeatOutgoing: HEARTBEAT_MS,
    // Browsers slow the timers of hidden pages to one a minute, and the server would close a silent
    // connection.
    heartbeatStrategy: TickerStrategy.Worker,
    beforeConnect: async () => {
      client.connectHeaders = { Authorization: `Bearer ${await freshAccessToken()}` };
    },
    onConnect: () => {
      onConnect(client, hasBeenClosed);
      // Messages sent before the subscription are not repeated, so the balance is read when the server has
      // confirmed it. Over XHR, an earlier read could overtake the subscription.
      client.watchForReceipt(BALANCE_RECEIPT, () => bus.emit('balance/outdated', {}));
      client.subscribe(balanceTopic(userId), (message) => onBalance(message.body), {
        receipt: BALANCE_RECEIPT,
      });
      // The server sends the number at once, and after each change.
      client.subscribe(noticesTopic(userId), ({ body }) => {
        const counted = parseMessage(body, busEvents['notices/counted'].payload, 'notices');
        if (counted !== null) bus.emit('notices/counted', counted);
      });
      // Requests of the time between their reading and the subscription are not repeated either.
      client.watchForReceipt(REQUESTS_RECEIPT, () => bus.emit('requests/changed', {}));
      client.subscribe(requestsTopic(userId), () => bus.emit('requests/changed', {}), {
        receipt: REQUESTS_RECEIPT,
      });
    },
    onStompError: ({ headers }) => {
      logIgnored(headers.message, 'socket: refused');
      // Makes the page read the balance: if the session is over, the 401 sends the user to /login (section 8
      // of docs/spec-coverage.md).
      if (headers.message === UNAUTHENTICATED) bus.emit('balance/outdated', {});
    },
    onWebSocketClose: () => {
      hasBeenClosed = true;
    },
    onWebSocketError: (event: unknown) => logIgnored(event, 'socket: failed'),
  });
  const stopWatching = onReturn(createConnectionCheck(client, balanceTopic(userId)));
  return {
    client,
    close: () => {
      stopWatching();
      onClose();
      void client.deactivate();
    },
  };
}

/**
 * Returns a function that asks the connection for a sign of life, and replaces one that is lost or silent.
 * Timers of a sleeping device stop, so the missed heartbeats are noticed late, and the reconnection waits for
 * seconds.
 */
function createConnectionCheck(client: Client, topic: string): () => void {
  let isAsking = false;

  function replace(): void {
    if (!client.active) return;
    void client.deactivate({ force: true });
    // Waits for the deactivation.
    client.activate();
  }

  return () => {
    if (!client.connected) return replace();
    if (isAsking) return;
    isAsking = true;
    const asked = client.webSocket;
    const timer = setTimeout(() => {
      isAsking = false;
      if (client.webSocket === asked) replace();
    }, ANSWER_LIMIT_MS);
    client.watchForReceipt(RETURN_RECEIPT, () => {
      isAsking = false;
      clearTimeout(timer);
      probe.unsubscribe();
    });
    const probe = client.subscribe(topic, () => undefined, { receipt: RETURN_RECEIPT });
  };
}
