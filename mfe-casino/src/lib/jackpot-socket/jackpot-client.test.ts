import { bus } from '@palier/shared/bus';
import { clearSession } from '@palier/shared/session/writer';
import type { IFrame, IStompSocket } from '@palier/shared/socket/stomp-client';
import {
  createServe,
  fieldOf,
  messageTo,
  recordEvents,
  runWire,
  signInForTest,
  startStompServer,
} from '@palier/shared/testing';
import { waitFor } from '@testing-library/react';
import { delay } from 'msw';
import { setupServer } from 'msw/node';
import { createJackpotClient } from './jackpot-client';

const COUNTERS = { bronzeCounter: 21.5, silverCounter: 210, goldCounter: 2100 };
const server = setupServer();
const serve = createServe(server);
let closeClient: () => Promise<void>;

runWire(server);
beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  signInForTest({ id: 4, roleName: 'ROLE_CLIENT' });
  closeClient = () => Promise.resolve();
});
afterEach(async () => {
  await closeClient();
  clearSession();
});

/** A client whose sockets are `createSocket`'s. It is closed after the test. */
function startClient(createSocket: () => IStompSocket, reconnectDelayMs = 5_000): void {
  const { client, close } = createJackpotClient(4);
  client.reconnectDelay = reconnectDelayMs;
  client.webSocketFactory = createSocket;
  client.activate();
  closeClient = () => {
    close();
    return client.deactivate({ force: true });
  };
}

function startBrokenServer(): IStompSocket {
  const socket = startStompServer(() => undefined);
  setTimeout(() => socket.onclose?.({ code: 1006 }));
  return socket;
}

test.each([
  ['unauthenticated', 1],
  ['too many sockets', 0],
])(
  'jackpot socket: after the refusal "%s", the balance is read %i times to check the session',
  (message, times) => {
    const outdated = recordEvents('balance/outdated');
    createJackpotClient(4).client.onStompError({ headers: { message } } as unknown as IFrame);
    expect(outdated).toHaveLength(times);
  },
);

test('jackpot socket: it reconnects after 5 s, spread over 2 s, with a heartbeat every 4 s', () => {
  const { heartbeatIncoming, heartbeatOutgoing } = createJackpotClient(4).client;
  expect([heartbeatIncoming, heartbeatOutgoing]).toEqual([4_000, 4_000]);
  const delays = Array.from({ length: 100 }, () => createJackpotClient(4).client.reconnectDelay);
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(5_000);
  expect(Math.max(...delays)).toBeLessThan(7_000);
  expect(new Set(delays).size).toBeGreaterThan(90);
});

test('jackpot socket: it sends the token, subscribes to its user’s topics and reads nothing', async () => {
  const calls: string[] = [];
  server.events.on('request:start', ({ request }) => calls.push(request.url));
  const frames: string[] = [];
  startClient(() => startStompServer((frame) => void frames.push(frame)));
  await waitFor(() => expect(frames).toHaveLength(7));
  expect(frames[0]).toMatch(/^CONNECT\n[^]*^Authorization:Bearer access$/m);
  expect(frames[0]).toMatch(/^heart-beat:4000,4000$/m);
  expect(frames.slice(1).map((frame) => fieldOf('destination', frame))).toEqual([
    '/topic/jackpot/user/4',
    '/topic/refusals/user/4',
    '/topic/jackpot/counters',
    '/topic/balance/user/4',
    '/topic/notices/user/4',
    '/topic/requests/user/4',
  ]);
  expect(fieldOf('ack', frames[1]!)).toBe('client-individual');
  expect(calls).toEqual([]);
  server.events.removeAllListeners();
});

test('jackpot socket: balance and requests are read once the server confirms each subscription', async () => {
  const outdated = recordEvents('balance/outdated');
  const changed = recordEvents('requests/changed');
  const receipts: string[] = [];
  const socket = startStompServer((frame) => {
    const receipt = fieldOf('receipt', frame);
    if (receipt !== '') receipts.push(receipt);
  });
  startClient(() => socket);
  await waitFor(() => expect(receipts).toHaveLength(2));
  expect([outdated.length, changed.length]).toEqual([0, 0]);
  socket.onmessage?.({ data: `RECEIPT\nreceipt-id:${receipts[0]}\n\n\0` });
  expect([outdated.length, changed.length]).toEqual([1, 0]);
  socket.onmessage?.({ data: `RECEIPT\nreceipt-id:${receipts[1]}\n\n\0` });
  expect([outdated.length, changed.length]).toEqual([1, 1]);
});

test.each([
  ['no counters', null, COUNTERS],
  ['newer counters', { ...COUNTERS, bronzeCounter: 3 }, { ...COUNTERS, bronzeCounter: 3 }],
])(
  'jackpot socket: after a reconnection with %s, the latest counters are published once',
  async (_, sent, expected) => {
    const calls = serve('GET /jackpot/counters', async () => {
      await delay(50);
      return COUNTERS;
    });
    const counted = recordEvents('jackpot/counted');
    let connections = 0;
    startClient(() => {
      connections += 1;
      if (connections === 1) return startBrokenServer();
      return startStompServer((frame) =>
        sent === null ? undefined : messageTo('/topic/jackpot/counters', frame, sent),
      );
    }, 1);
    await waitFor(() => expect(calls).toHaveLength(1));
    await delay(100);
    expect(counted).toEqual([expected]);
  },
);

test('jackpot win: it is acknowledged to the server only once an overlay shows it', async () => {
  const acknowledged: string[] = [];
  const won = recordEvents('jackpot/won');
  startClient(() =>
    startStompServer((frame) => {
      if (frame.startsWith('ACK')) acknowledged.push(fieldOf('id', frame));
      return messageTo('/topic/jackpot/user/4', frame, { prizeAmount: 50, winId: 801 }, 'ack:801\n');
    }),
  );
  await waitFor(() => expect(won).toHaveLength(1));
  expect(acknowledged).toEqual([]);
  bus.emit('jackpot/win-shown', { id: 801 });
  expect(acknowledged).toEqual(['801']);
});
