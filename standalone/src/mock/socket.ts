import { WebSocketInterceptor, type WebSocketConnectionData } from '@mswjs/interceptors/WebSocket';
import { mockEvents$, mockWorld } from './store';

/** Answer to the first request of SockJS. */
export const SOCKET_INFO = { websocket: true, origins: ['*:*'], cookie_needed: false, entropy: 1 };
const SOCKET_PATH = '/ws-jackpot/';

interface Frame {
  readonly command: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The STOMP frames in a message of the client: SockJS sends arrays of frames. */
function framesIn(data: unknown): Frame[] {
  const texts = JSON.parse(String(data)) as string[];
  return texts
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const [command = '', ...lines] = (text.split('\n\n')[0] ?? '').trim().split('\n');
      const headers = Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
      );
      return { command, headers };
    });
}

function sockJsMessageOf(command: string, headers: Record<string, string>, body = ''): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  return `a${JSON.stringify([`${command}\n${lines.join('')}\n${body}\0`])}`;
}

/** Serves SockJS with the part of STOMP that the product uses: connect, subscribe, messages. */
function serve(client: WebSocketConnectionData['client']): void {
  const subscriptions = new Map<string, string>();
  let messageCount = 0;
  const send = (topic: string, body: unknown): void => {
    const subscription = subscriptions.get(topic);
    if (subscription === undefined) return;
    messageCount += 1;
    const id = String(messageCount);
    const headers = { destination: topic, subscription, 'message-id': id, ack: id };
    client.send(sockJsMessageOf('MESSAGE', headers, JSON.stringify(body)));
  };
  /** Sends the current balance, because changes before the subscription are not replayed. */
  const sendBalance = (topic: string): void => {
    const owner = mockWorld().accounts.find(({ id }) => topic === `/topic/balance/user/${id}`);
    if (owner !== undefined) send(topic, { balance: owner.balanceCents / 100 });
  };
  const answer = ({ command, headers }: Frame): void => {
    if (command === 'CONNECT' || command === 'STOMP') {
      client.send(sockJsMessageOf('CONNECTED', { version: '1.2', 'heart-beat': '0,0' }));
    }
    if (command === 'SUBSCRIBE') {
      subscriptions.set(headers.destination ?? '', headers.id ?? '');
      if (headers.destination === '/topic/jackpot/counters') send(headers.destination, mockWorld().pots);
      sendBalance(headers.destination ?? '');
    }
    if (headers.receipt !== undefined)
      client.send(sockJsMessageOf('RECEIPT', { 'receipt-id': headers.receipt }));
  };
  const messages = mockEvents$.subscribe(({ topic, body }) => send(topic, body));
  client.addEventListener('message', ({ data }) => framesIn(data).forEach(answer));
  client.addEventListener('close', () => messages.unsubscribe());
  // SockJS opens a connection with the frame `o`.
  setTimeout(() => client.send('o'));
}

/** Serves connections of the jackpot socket and lets others through. */
export function mockSocket(): void {
  const interceptor = new WebSocketInterceptor();
  interceptor.apply();
  interceptor.on('connection', ({ client, server }) => {
    if (client.url.pathname.startsWith(SOCKET_PATH)) serve(client);
    else server.connect();
  });
}
