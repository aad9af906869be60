import { bus } from '@palier/shared/bus';
import { jackpotCountersSchema } from '@palier/shared/contracts';
import { freshAccessToken, http, logIgnored } from '@palier/shared/http';
import { Client, TickerStrategy } from '@stomp/stompjs';
import SockJS from 'sockjs-client';
import { createWinPublisher, publishBalance, publishCounters } from './publish-messages';

const BALANCE_RECEIPT = 'balance';
const ENDPOINT = '/ws-jackpot';
/** The other transports need frames that the page's content security policy refuses. */
const TRANSPORTS = ['websocket', 'xhr-streaming', 'xhr-polling'];
const RECONNECT_MS = 5_000;
/** Spreads the reconnections of all pages after the restart of a process. */
const RECONNECT_SPREAD_MS = 2_000;
const HEARTBEAT_MS = 4_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** The message of the server's ERROR frame that refuses the token. */
const UNAUTHENTICATED = 'unauthenticated';

interface JackpotSocket {
  readonly client: Client;
  readonly close: () => void;
}

/** The STOMP connection of one user over SockJS (sections 7 and 9 of docs/spec-coverage.md), not yet active. Errors of the connection are only logged. */
export function createStompClient(userId: number): JackpotSocket {
  const wins = createWinPublisher();
  let hasBeenClosed = false;
  const client = new Client({
    webSocketFactory: () => new SockJS(ENDPOINT, null, { transports: TRANSPORTS }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    reconnectDelay: RECONNECT_MS + Math.random() * RECONNECT_SPREAD_MS,
    heartbeatIncoming: HEARTBEAT_MS,
    heartbeatOutgoing: HEARTBEAT_MS,
    // Browsers slow the timers of hidden pages to one a minute, and the server would close a silent connection.
    heartbeatStrategy: TickerStrategy.Worker,
    beforeConnect: async () => {
      const token = await freshAccessToken();
      if (token === null) await client.deactivate();
      else client.connectHeaders = { Authorization: `Bearer ${token}` };
    },
    onConnect: () => {
      client.subscribe(
        `/topic/jackpot/user/${userId}`,
        (message) =>
          wins.publishWin(message.body, () => {
            if (message.headers.ack !== undefined && client.connected) message.ack();
          }),
        { ack: 'client-individual' },
      );
      let hasNewCounters = false;
      client.subscribe('/topic/jackpot/counters', (message) => {
        hasNewCounters = true;
        publishCounters(message.body);
      });
      // Messages sent before the subscription are not repeated, so the balance is read when the server has confirmed it. Over XHR,
      // an earlier read could overtake the subscription.
      client.watchForReceipt(BALANCE_RECEIPT, () => bus.emit('balance/outdated', {}));
      client.subscribe(`/topic/balance/user/${userId}`, (message) => publishBalance(message.body), {
        receipt: BALANCE_RECEIPT,
      });
      // On the first connection the page has just read the counters.
      if (!hasBeenClosed) return;
      http
        .get('/jackpot/counters', jackpotCountersSchema, { quiet: true })
        .then((counters) => {
          if (!hasNewCounters) bus.emit('jackpot/counted', counters);
        })
        .catch((error: unknown) => logIgnored(error, 'socket: counters not read again'));
    },
    onStompError: ({ headers }) => {
      logIgnored(headers.message, 'socket: refused');
      // Makes the page read the balance: if the session is over, the 401 sends the user to /login (section 8 of docs/spec-coverage.md).
      if (headers.message === UNAUTHENTICATED) bus.emit('balance/outdated', {});
    },
    onWebSocketClose: () => {
      hasBeenClosed = true;
    },
    onWebSocketError: (event: unknown) => logIgnored(event, 'socket: failed'),
  });
  return {
    client,
    close: () => {
      wins.stop();
      void client.deactivate();
    },
  };
}
