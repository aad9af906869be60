import { bus } from '@palier/shared/bus';
import { clearSession } from '@palier/shared/session/writer';
import { signInForTest, runWire } from '@palier/shared/testing';
import type { IFrame, IStompSocket } from '@stomp/stompjs';
import { waitFor } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { createStompClient } from './stomp-client';

const COUNTERS = { bronzeCounter: 21.5, silverCounter: 210, goldCounter: 2100 };
const server = setupServer();
runWire(server);

let outdated = 0;
let stop: () => void;
beforeEach(() => {
  outdated = 0;
  stop = bus.on('balance/outdated', () => {
    outdated += 1;
  });
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => stop());

test.each([
  ['unauthenticated', 1],
  ['too many sockets', 0],
])(
  'When the server refuses the line as %s, then a call is asked to say whether the session has ended: %i times',
  (message, times) => {
    createStompClient(4).onStompError({ headers: { message } } as unknown as IFrame);
    expect(outdated).toBe(times);
  },
);

test('When the line breaks, then it is tried again after 5 s; a heart-beat goes each way every 4 s', () => {
  const { reconnectDelay, heartbeatIncoming, heartbeatOutgoing } = createStompClient(4);
  expect({ reconnectDelay, heartbeatIncoming, heartbeatOutgoing }).toEqual({
    reconnectDelay: 5_000,
    heartbeatIncoming: 4_000,
    heartbeatOutgoing: 4_000,
  });
});

/** A server at the other end of the line: it takes whoever connects, and answers what comes, heart-beats left out. */
function startServer(answerTo: (frame: string) => string | void): IStompSocket {
  const socket: IStompSocket = {
    url: '',
    readyState: WebSocket.OPEN,
    onopen: null,
    onmessage: null,
    onerror: null,
    onclose: null,
    close: () => socket.onclose?.({ code: 1000 }),
    send: (frame) => {
      if (typeof frame !== 'string' || frame.trim() === '') return;
      const answer = answerTo(frame);
      if (typeof answer === 'string') setTimeout(() => socket.onmessage?.({ data: answer }));
      if (frame.startsWith('CONNECT\n'))
        socket.onmessage?.({ data: 'CONNECTED\nversion:1.2\nheart-beat:0,0\n\n\0' });
    },
  };
  setTimeout(() => socket.onopen?.());
  return socket;
}

/** A line that breaks as soon as it stands. */
function startBrokenLine(): IStompSocket {
  const socket = startServer(() => undefined);
  setTimeout(() => socket.onclose?.({ code: 1006 }));
  return socket;
}

test("When the line stands at once, then the token has gone with it, the user's own wins are subscribed to, and nothing is read twice", async () => {
  signInForTest({ id: 4, roleName: 'ROLE_CLIENT' });
  const calls: string[] = [];
  server.events.on('request:start', ({ request }) => calls.push(request.url));
  const frames: string[] = [];
  const client = createStompClient(4);
  client.webSocketFactory = () => startServer((frame) => void frames.push(frame));
  client.activate();
  try {
    await waitFor(() => expect(frames).toHaveLength(4));
    expect(frames[0]).toMatch(/^CONNECT\n[^]*^Authorization:Bearer access$/m);
    expect(frames[0]).toMatch(/^heart-beat:4000,4000$/m);
    expect(frames.slice(1).map((frame) => /^destination:(.*)$/m.exec(frame)?.[1])).toEqual([
      '/topic/jackpot/user/4',
      '/topic/jackpot/counters',
      '/topic/balance/user/4',
    ]);
    expect(calls).toEqual([]);
  } finally {
    server.events.removeAllListeners();
    await client.deactivate({ force: true });
    clearSession();
  }
});

test.each([
  ['nothing', COUNTERS],
  ['newer ones', { bronzeCounter: 3, silverCounter: 2, goldCounter: 1 }],
])(
  'When the line stands after a while and says %s, then the tiles have the counters of now',
  async (said, expected) => {
    signInForTest({ id: 4, roleName: 'ROLE_CLIENT' });
    server.use(
      http.get('*/api/v1/jackpot/counters', async () => {
        // The line is quicker.
        await delay(50);
        return HttpResponse.json(COUNTERS);
      }),
    );
    const counted: unknown[] = [];
    const stopCounting = bus.on('jackpot/counted', (counters) => counted.push(counters));
    const client = createStompClient(4);
    client.reconnectDelay = 1;
    let lines = 0;
    client.webSocketFactory = () => {
      lines += 1;
      if (lines === 1) return startBrokenLine();
      return startServer((frame) => {
        const id = /^id:(.*)$/m.exec(frame)?.[1];
        if (said === 'nothing' || !frame.includes('destination:/topic/jackpot/counters')) return;
        return `MESSAGE\nsubscription:${id}\nmessage-id:1\ndestination:/topic/jackpot/counters\n\n${JSON.stringify(expected)}\0`;
      });
    };
    const answered = new Promise((resolve) => server.events.on('response:mocked', resolve));
    client.activate();
    try {
      await answered;
      await waitFor(() => expect(counted).toHaveLength(1));
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(counted).toEqual([expected]);
    } finally {
      stopCounting();
      server.events.removeAllListeners();
      await client.deactivate({ force: true });
      clearSession();
    }
  },
);

test('When two wins arrive at once, then the second is acknowledged only as its celebration begins: a page left before shows it again', async () => {
  signInForTest({ id: 4, roleName: 'ROLE_CLIENT' });
  const acknowledged: string[] = [];
  const client = createStompClient(4);
  client.webSocketFactory = () =>
    startServer((frame) => {
      if (frame.startsWith('ACK')) acknowledged.push(/^id:(.*)$/m.exec(frame)?.[1] ?? '');
      const id = /^id:(.*)$/m.exec(frame)?.[1];
      if (!frame.includes('destination:/topic/jackpot/user/4')) return;
      return [801, 802]
        .map(
          (winId) =>
            `MESSAGE\nsubscription:${id}\nack:${winId}\nmessage-id:${winId}\ndestination:/topic/jackpot/user/4\n\n` +
            `${JSON.stringify({ prizeAmount: 50, winId })}\0`,
        )
        .join('');
    });
  client.activate();
  try {
    await waitFor(() => expect(acknowledged).toEqual(['801']));
    await delay(4_000);
    expect(acknowledged).toEqual(['801']);
    await waitFor(() => expect(acknowledged).toEqual(['801', '802']), { timeout: 2_000 });
  } finally {
    await client.deactivate({ force: true });
    clearSession();
  }
}, 15_000);
