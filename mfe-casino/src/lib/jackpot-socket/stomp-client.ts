import { bus } from '@palier/shared/bus';
import { jackpotCountersSchema } from '@palier/shared/contracts';
import { freshAccessToken, http, logIgnored } from '@palier/shared/http';
import { Client, TickerStrategy } from '@stomp/stompjs';
import SockJS from 'sockjs-client';
import { deliverBalance, deliverCounters, deliverWin } from './publish-messages';

const ENDPOINT = '/ws-jackpot';
/** The three the server offers; the others need frames that the page's policy refuses. */
const TRANSPORTS = ['websocket', 'xhr-streaming', 'xhr-polling'];
const RECONNECT_MS = 5_000;
const HEARTBEAT_MS = 4_000;
/** A line that takes a connection and then says nothing is given up. */
const CONNECT_WAIT_MS = 10_000;
/** The server's word for a token that it does not take. */
const UNAUTHENTICATED = 'unauthenticated';

/** The STOMP connection of one user over SockJS (spec §7, §9), not yet active. Its errors are only logged. */
export function createStompClient(userId: number): Client {
  let wasAway = false;
  const client = new Client({
    webSocketFactory: () => new SockJS(ENDPOINT, null, { transports: TRANSPORTS }),
    connectionTimeout: CONNECT_WAIT_MS,
    reconnectDelay: RECONNECT_MS,
    heartbeatIncoming: HEARTBEAT_MS,
    heartbeatOutgoing: HEARTBEAT_MS,
    // Of a page that nobody looks at the browser runs a timer once a minute, and the server takes the line for dead.
    heartbeatStrategy: TickerStrategy.Worker,
    beforeConnect: async () => {
      const token = await freshAccessToken();
      if (token === null) await client.deactivate();
      else client.connectHeaders = { Authorization: `Bearer ${token}` };
    },
    onConnect: () => {
      client.subscribe(
        `/topic/jackpot/user/${userId}`,
        (message) => {
          const waitMs = deliverWin(message.body);
          // The server asks where a win is to be told again until it was shown. By then the line may have broken.
          if (message.headers.ack === undefined) return;
          if (waitMs === 0) message.ack();
          else setTimeout(() => client.connected && message.ack(), waitMs);
        },
        { ack: 'client-individual' },
      );
      let areCountersTold = false;
      client.subscribe('/topic/jackpot/counters', (message) => {
        areCountersTold = true;
        deliverCounters(message.body);
      });
      client.subscribe(`/topic/balance/user/${userId}`, (message) => deliverBalance(message.body));
      // What was said before the line stood is lost to us.
      bus.emit('balance/outdated', {});
      // The page has just read these when the line stands at once.
      if (!wasAway) return;
      http
        .get('/jackpot/counters', jackpotCountersSchema, { quiet: true })
        .then((counters) => {
          if (!areCountersTold) bus.emit('jackpot/counted', counters);
        })
        .catch((error: unknown) => logIgnored(error, 'socket: counters not read again'));
    },
    onStompError: ({ headers }) => {
      logIgnored(headers.message, 'socket: refused');
      // Whether the session has ended is for a call to say: its 401 ends it (spec §8), and this line with it.
      if (headers.message === UNAUTHENTICATED) bus.emit('balance/outdated', {});
    },
    onWebSocketClose: () => {
      wasAway = true;
    },
    onWebSocketError: (event: unknown) => logIgnored(event, 'socket: failed'),
  });
  return client;
}
