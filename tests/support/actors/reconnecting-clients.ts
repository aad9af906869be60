import { randomBytes } from 'node:crypto';
import { Client } from '@stomp/stompjs';
import { WebSocket } from 'ws';
import { socketUrl } from './stomp-client';

/**
 * Sockets that reconnect as the page's do: the real STOMP client, SockJS framing, 5 to 7 s between attempts.
 */
export interface ReconnectingClients {
  connected(): number;
  /** Duration of each outage, from the close to the new subscription. */
  readonly outagesMs: readonly number[];
  stop(): Promise<void>;
}

const RECONNECT_MS = 5_000;
const RECONNECT_SPREAD_MS = 2_000;

/** SockJS's websocket framing behind the interface that the STOMP client expects. */
class SockJsSocket {
  readonly url: string;
  binaryType = 'blob';
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: unknown) => void = () => undefined;
  onerror: (event: unknown) => void = () => undefined;
  private readonly socket: WebSocket;

  constructor(serverUrl: string, localAddress: string | undefined) {
    this.url = socketUrl(serverUrl);
    this.socket = new WebSocket(this.url, {
      perMessageDeflate: false,
      ...(localAddress === undefined ? {} : { localAddress }),
    });
    this.socket.on('message', (data: Buffer) => this.read(data.toString()));
    this.socket.on('close', (code) => this.onclose({ code, reason: '', wasClean: code === 1000 }));
    this.socket.on('error', (error) => this.onerror(error));
  }

  get readyState(): number {
    return this.socket.readyState;
  }

  send(text: string): void {
    this.socket.send(JSON.stringify([text]));
  }

  close(): void {
    this.socket.close();
  }

  private read(text: string): void {
    if (text === 'o') this.onopen();
    else if (text.startsWith('a'))
      for (const data of JSON.parse(text.slice(1)) as string[]) this.onmessage({ data });
  }
}

/**
 * Opens one reconnecting socket per player, subscribed to the player's balance; `localAddress`: where the
 * connections come from.
 */
export async function connectClients(
  address: { readonly url: string; readonly localAddress?: string },
  players: readonly { readonly id: number; readonly token: string }[],
): Promise<ReconnectingClients> {
  const outagesMs: number[] = [];
  const subscribed = new Set<Client>();
  const opened = players.map(({ id, token }) => {
    let lostAt: number | null = null;
    const client = new Client({
      webSocketFactory: () => new SockJsSocket(address.url, address.localAddress),
      connectHeaders: { Authorization: `Bearer ${token}` },
      reconnectDelay: RECONNECT_MS + Math.random() * RECONNECT_SPREAD_MS,
      heartbeatIncoming: 4_000,
      heartbeatOutgoing: 4_000,
    });
    const first = new Promise<void>((resolve) => {
      client.onConnect = () => {
        const receipt = randomBytes(6).toString('hex');
        client.watchForReceipt(receipt, () => {
          if (lostAt !== null) outagesMs.push(performance.now() - lostAt);
          lostAt = null;
          subscribed.add(client);
          resolve();
        });
        client.subscribe(`/topic/balance/user/${id}`, () => undefined, { receipt });
      };
    });
    client.onWebSocketClose = () => {
      lostAt ??= performance.now();
      subscribed.delete(client);
    };
    client.activate();
    return { client, first };
  });
  await Promise.all(opened.map(({ first }) => first));
  return {
    connected: () => subscribed.size,
    outagesMs,
    async stop() {
      await Promise.all(opened.map(({ client }) => client.deactivate()));
    },
  };
}
