import { randomBytes } from 'node:crypto';
import { WebSocket } from 'ws';
import { mapLimited } from '@palier/base/map-limited';
import type { Player } from './players';

/** A STOMP client over SockJS's websocket framing that sends arbitrary text. */
export interface RawClient {
  readonly socket: WebSocket;
  /** Frames received, as text. */
  readonly frames: readonly string[];
  /** Sends STOMP text in one SockJS message. */
  send(text: string): void;
  /**
   * Resolves with the first frame that starts with `command`; rejects when the connection closes or after the
   * timeout.
   */
  waitForFrame(command: string, timeoutMs?: number): Promise<string>;
  /** Resolves with the ms until the connection closes; null when it is still open after `timeoutMs`. */
  closed(timeoutMs?: number): Promise<number | null>;
  end(): void;
}

export const socketUrl = (serverUrl: string): string =>
  `${serverUrl.replace('http', 'ws')}/ws-jackpot/000/${randomBytes(6).toString('hex')}/websocket`;

export async function openRawClient(
  serverUrl: string,
  headers: Record<string, string> = {},
): Promise<RawClient> {
  const socket = new WebSocket(socketUrl(serverUrl), { perMessageDeflate: false, headers });
  const frames: string[] = [];
  const waiting = new Set<() => void>();
  const wake = (): void => waiting.forEach((look) => look());
  socket.on('message', (data: Buffer) => {
    const text = data.toString();
    if (text.startsWith('a')) frames.push(...(JSON.parse(text.slice(1)) as string[]));
    wake();
  });
  socket.on('close', wake);
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.on('error', () => undefined);
  const until = <Result>(look: () => Result | undefined, timeoutMs: number): Promise<Result | undefined> =>
    new Promise((resolve) => {
      const settle = (result: Result | undefined): void => {
        clearTimeout(timer);
        waiting.delete(check);
        resolve(result);
      };
      const timer = setTimeout(() => settle(undefined), timeoutMs);
      const check = (): void => {
        const result = look();
        if (result !== undefined) settle(result);
      };
      waiting.add(check);
      check();
    });
  const isClosed = (): boolean => socket.readyState === socket.CLOSED;

  return {
    socket,
    frames,
    send: (text) => socket.send(JSON.stringify([text])),
    async waitForFrame(command, timeoutMs = 10_000) {
      const frame = await until(
        () => frames.find((frame) => frame.startsWith(command)) ?? (isClosed() ? null : undefined),
        timeoutMs,
      );
      if (frame === undefined || frame === null)
        throw new Error(`no ${command}; received: ${JSON.stringify(frames).slice(0, 300)}`);
      return frame;
    },
    async closed(timeoutMs = 5_000) {
      const since = performance.now();
      const result = await until(() => (isClosed() ? true : undefined), timeoutMs);
      return result === undefined ? null : performance.now() - since;
    },
    end: () => socket.terminate(),
  };
}

/** The CONNECT frame of the product's client. */
export const connectFrame = (token: string, more = 'heart-beat:0,0\n'): string =>
  `CONNECT\naccept-version:1.2,1.1,1.0\n${more}Authorization:Bearer ${token}\n\n\0`;

/** Opens a client, sends CONNECT and waits for CONNECTED. */
export async function openStomp(serverUrl: string, token: string, more?: string): Promise<RawClient> {
  const client = await openRawClient(serverUrl);
  client.send(connectFrame(token, more));
  await client.waitForFrame('CONNECTED');
  return client;
}

export const subscribeFrame = (id: string, destination: string, more = ''): string =>
  `SUBSCRIBE\nid:${id}\ndestination:${destination}\n${more}\n\0`;

export const COUNTERS_TOPIC = '/topic/jackpot/counters';
const OPENED_AT_ONCE = 50;

/** A socket for each player, with the subscriptions of the product's client. */
export const openPlayerSockets = (
  serverUrl: string,
  players: readonly Player[],
  more?: string,
): Promise<RawClient[]> =>
  mapLimited(players, OPENED_AT_ONCE, async ({ id, token }) => {
    const client = await openStomp(serverUrl, token, more);
    client.send(subscribeFrame('w', `/topic/jackpot/user/${id}`, 'ack:client-individual\n'));
    client.send(subscribeFrame('b', `/topic/balance/user/${id}`));
    client.send(subscribeFrame('c', COUNTERS_TOPIC, 'receipt:ready\n'));
    await client.waitForFrame('RECEIPT');
    return client;
  });
