import type { Page, WebSocketRoute } from '@playwright/test';

/** The player's own jackpot socket, with a hand on the wire between browser and server. */
export interface JackpotLine {
  /** How many connections the page has opened. */
  connections(): number;
  /** Destinations the present connection is subscribed to. */
  destinations(): readonly string[];
  /** Delivers `body` as the server would, on the first destination that contains `topic`. */
  deliver(topic: string, body: string): void;
  /** Breaks the connection, as a server that dies does. */
  cut(): Promise<void>;
}

const FRAME = /^([A-Z]+)\r?\n([\s\S]*?)\r?\n\r?\n/;

/** The frame's headers when it subscribes to something. */
function readSubscription(frame: string): { id: string; destination: string } | null {
  const [, command, headers] = FRAME.exec(frame) ?? [];
  if (command !== 'SUBSCRIBE' || headers === undefined) return null;
  const valueOf = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(headers)?.[1] ?? '';
  return { id: valueOf('id'), destination: valueOf('destination') };
}

/** Taps the page's socket; call before the page opens it. What passes between browser and server passes unchanged. */
export async function tapJackpotLine(page: Page): Promise<JackpotLine> {
  let connections = 0;
  let messages = 0;
  let present: { socket: WebSocketRoute; server: WebSocketRoute; subscriptions: Map<string, string> } | null =
    null;

  await page.routeWebSocket(/\/ws-jackpot\//, (socket) => {
    const server = socket.connectToServer();
    const subscriptions = new Map<string, string>();
    connections += 1;
    present = { socket, server, subscriptions };
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
    destinations: () => [...(present?.subscriptions.keys() ?? [])],
    deliver(topic, body) {
      const [destination, id] =
        [...(present?.subscriptions ?? [])].find(([each]) => each.includes(topic)) ?? [];
      if (destination === undefined) throw new Error(`nobody listens to ${topic}`);
      messages += 1;
      const frame = `MESSAGE\nsubscription:${id}\nmessage-id:test-${messages}\ndestination:${destination}\n\n${body}\0`;
      present?.socket.send(`a${JSON.stringify([frame])}`);
    },
    async cut() {
      const { socket, server } = present ?? {};
      present = null;
      await server?.close({ code: 1001 });
      await socket?.close({ code: 1001 });
    },
  };
}
