import type { Page, WebSocketRoute } from '@playwright/test';

/** The jackpot socket of one page, between browser and server. */
export interface JackpotSocket {
  /** How many connections the page has opened. */
  connections(): number;
  /** The destinations to which the current connection is subscribed. */
  destinations(): readonly string[];
  /** Delivers `body` as the server does, on the first destination that contains `topic`. */
  deliver(topic: string, body: string): void;
  /** Closes the connection as a server that stops does. */
  disconnect(): Promise<void>;
}

const FRAME = /^([A-Z]+)\r?\n([\s\S]*?)\r?\n\r?\n/;

/** Id and destination of a SUBSCRIBE frame; null for any other frame. */
function readSubscription(frame: string): { id: string; destination: string } | null {
  const [, command, headers] = FRAME.exec(frame) ?? [];
  if (command !== 'SUBSCRIBE' || headers === undefined) return null;
  const valueOf = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(headers)?.[1] ?? '';
  return { id: valueOf('id'), destination: valueOf('destination') };
}

/** Call before the page opens its socket. Frames between browser and server pass unchanged. */
export async function interceptJackpotSocket(page: Page): Promise<JackpotSocket> {
  let connections = 0;
  let messages = 0;
  let current: { socket: WebSocketRoute; server: WebSocketRoute; subscriptions: Map<string, string> } | null =
    null;

  await page.routeWebSocket(/\/ws-jackpot\//, (socket) => {
    const server = socket.connectToServer();
    const subscriptions = new Map<string, string>();
    connections += 1;
    current = { socket, server, subscriptions };
    socket.onMessage((message) => {
      for (const frame of JSON.parse(String(message)) as string[]) {
        const subscription = readSubscription(frame);
        if (subscription !== null) subscriptions.set(subscription.destination, subscription.id);
      }
      server.send(message);
    });
  });

  return {
    connections: () => connections,
    destinations: () => [...(current?.subscriptions.keys() ?? [])],
    deliver(topic, body) {
      const [destination, id] =
        [...(current?.subscriptions ?? [])].find(([each]) => each.includes(topic)) ?? [];
      if (destination === undefined) throw new Error(`no subscription to ${topic}`);
      messages += 1;
      const frame =
        `MESSAGE\nsubscription:${id}\nmessage-id:test-${messages}\ndestination:${destination}\n` +
        `\n${body}\0`;
      current?.socket.send(`a${JSON.stringify([frame])}`);
    },
    async disconnect() {
      const { socket, server } = current ?? {};
      current = null;
      await server?.close({ code: 1001 });
      await socket?.close({ code: 1001 });
    },
  };
}
