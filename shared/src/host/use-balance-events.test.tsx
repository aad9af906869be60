import { act, render, screen, waitFor } from '@testing-library/react';
import { setupServer } from 'msw/node';
import { bus } from '@palier/shared/bus';
import type { Role } from '@palier/shared/contracts';
import { useUser } from '@palier/shared/session';
import { clearSession } from '@palier/shared/session/writer';
import { Client } from '@palier/shared/socket/stomp-client';
import {
  createServe,
  fieldOf,
  messageTo,
  runWire,
  signInForTest,
  startStompServer,
} from '@palier/shared/testing';
import { useBalanceEvents } from './use-balance-events';

const TOPIC = '/topic/balance/user/3';
const LONG_MS = 15_000;
const server = setupServer();
const serve = createServe(server);
const { activate } = Client.prototype;
let sockets: ReturnType<typeof startStompServer>[] = [];
let isSilent = false;

runWire(server);
beforeEach(() => {
  sockets = [];
  isSilent = false;
  jest.spyOn(Client.prototype, 'activate').mockImplementation(function (this: Client) {
    this.webSocketFactory = connect;
    this.reconnectDelay = 60_000;
    activate.call(this);
  });
  window.requestIdleCallback = (work) => {
    (work as () => void)();
    return 1;
  };
});
afterEach(() => {
  act(() => bus.emit('session/ended', { reason: 'signed-out' }));
  clearSession();
});

/** A server that confirms subscriptions, unless it is silent. */
function connect(): (typeof sockets)[number] {
  const socket = startStompServer((frame) => {
    if (isSilent) return undefined;
    const receipt = fieldOf('receipt', frame);
    return receipt === '' ? undefined : `RECEIPT\nreceipt-id:${receipt}\n\n\0`;
  });
  sockets.push(socket);
  return socket;
}

function Header() {
  useBalanceEvents();
  return <output>{useUser()?.balance}</output>;
}

function open(roleName: Role): void {
  const user = signInForTest({ id: 3, roleName, balance: 1 });
  serve('GET /user/me', { ...user, balance: 2 });
  render(<Header />);
}

const setVisibility = (state: DocumentVisibilityState): void => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

/** The page was hidden for `seconds`. */
function comeBackAfter(seconds: number): void {
  const now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockReturnValue(now);
  setVisibility('hidden');
  clock.mockReturnValue(now + seconds * 1_000);
  setVisibility('visible');
  clock.mockRestore();
}

test(
  'header balance: the balance of an agent follows the socket of the host',
  async () => {
    open('ROLE_ADMIN');
    await waitFor(() => expect(sockets).toHaveLength(1), { timeout: LONG_MS });
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('2'));
    const message = messageTo(TOPIC, `id:sub-0\ndestination:${TOPIC}`, { balance: 99 });
    act(() => void sockets[0]?.onmessage?.({ data: message! }));
    expect(screen.getByRole('status')).toHaveTextContent('99');
  },
  2 * LONG_MS,
);

test(
  'header balance: the host closes its socket once a remote follows the own balance',
  async () => {
    open('ROLE_CAPO');
    await waitFor(() => expect(sockets).toHaveLength(1), { timeout: LONG_MS });
    const closed = jest.fn();
    const { deactivate } = Client.prototype;
    jest.spyOn(Client.prototype, 'deactivate').mockImplementation(function (this: Client, options) {
      closed();
      return deactivate.call(this, options);
    });
    act(() => bus.emit('socket/connected', {}));
    expect(closed).toHaveBeenCalledTimes(1);
  },
  2 * LONG_MS,
);

test('header balance: a page that comes back after a while reads it at once', async () => {
  open('ROLE_CLIENT');
  comeBackAfter(1);
  expect(screen.getByRole('status')).toHaveTextContent('1');
  comeBackAfter(60);
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('2'));
});

test(
  'header balance: a page that comes back replaces a silent socket at once',
  async () => {
    open('ROLE_ADMIN');
    await waitFor(() => expect(sockets).toHaveLength(1), { timeout: LONG_MS });
    await waitFor(() => expect(screen.getByRole('status')).not.toHaveTextContent(/^1$/));
    comeBackAfter(60);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(sockets).toHaveLength(1);
    isSilent = true;
    comeBackAfter(60);
    await waitFor(() => expect(sockets).toHaveLength(2), { timeout: LONG_MS });
  },
  4 * LONG_MS,
);

test(
  'header balance: a page that comes back replaces a lost socket at once',
  async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    open('ROLE_ADMIN');
    await waitFor(() => expect(sockets).toHaveLength(1), { timeout: LONG_MS });
    await waitFor(() => expect(screen.getByRole('status')).not.toHaveTextContent(/^1$/));
    act(() => void sockets[0]?.onclose?.({ code: 1006 }));
    comeBackAfter(60);
    await waitFor(() => expect(sockets).toHaveLength(2), { timeout: LONG_MS });
  },
  4 * LONG_MS,
);
