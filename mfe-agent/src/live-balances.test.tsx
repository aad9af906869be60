import { bus } from '@palier/shared/bus';
import { Client } from '@palier/shared/socket/stomp-client';
import {
  createHold,
  fieldOf,
  messageTo,
  recordEvents,
  renderRoutes,
  renderWithMenu,
  startStompServer,
} from '@palier/shared/testing';
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { receiveBalance } from './lib/live-balances/followed';
import { useLiveBalances } from './lib/live-balances/live-balances';
import { routes } from './routes';
import { account, runMockServer, pageOfAccounts, rowOf, serve } from './testing/wire';

runMockServer();

const LIST = 'POST /user/sub-accounts';
const topicOf = (id: number): string => `/topic/balance/user/${id}`;
/** The frames of a socket of user 3 that follows these balances. */
const subscriptionsTo = (ids: readonly number[]): string[] => [
  ...ids.map((id) => `SUBSCRIBE ${topicOf(id)}`),
  'SUBSCRIBE /topic/notices/user/3',
  'SUBSCRIBE /topic/requests/user/3',
];
const { activate } = Client.prototype;
let sockets: ReturnType<typeof startStompServer>[] = [];
/** The commands and topics that the server has received. */
let frames: string[] = [];
/** What waits until the page is idle. */
let waiting: (() => void)[] = [];
const idle = (): void => waiting.splice(0).forEach((work) => work());

beforeEach(() => {
  sockets = [];
  frames = [];
  const topics = new Map<string, string>();
  const connect = (): (typeof sockets)[number] => {
    const socket = startStompServer((frame) => {
      const command = frame.slice(0, frame.indexOf('\n'));
      if (command === 'SUBSCRIBE') topics.set(fieldOf('id', frame), fieldOf('destination', frame));
      if (command !== 'CONNECT') frames.push(`${command} ${topics.get(fieldOf('id', frame))}`);
      return messageTo(topicOf(8), frame, { balance: 80 + sockets.length });
    });
    sockets.push(socket);
    return socket;
  };
  jest.spyOn(Client.prototype, 'activate').mockImplementation(function (this: Client) {
    this.webSocketFactory = connect;
    this.reconnectDelay = 1;
    activate.call(this);
  });
  waiting = [];
  window.requestIdleCallback = (work) => {
    waiting.push(work as () => void);
    return 1;
  };
});
afterEach(() => act(() => bus.emit('session/ended', { reason: 'signed-out' })));

async function openList(): Promise<void> {
  renderWithMenu(routes, '/admin');
  await rowOf('joueur8');
  idle();
  await waitFor(() => expect(frames).toContain(`SUBSCRIBE ${topicOf(3)}`));
}
const send = (id: number, body: string): void => {
  const message = messageTo(topicOf(id), `id:sub-x\ndestination:${topicOf(id)}`, {}) ?? '';
  const subscription = `sub-${frames.findIndex((frame) => frame === `SUBSCRIBE ${topicOf(id)}`)}`;
  act(
    () =>
      void sockets.at(-1)?.onmessage?.({ data: message.replace('sub-x', subscription).replace('{}', body) }),
  );
};
const names = (): (string | null)[] =>
  screen.getAllByRole('rowheader').map((cell) => /joueur\d+/.exec(cell.textContent ?? '')?.[0] ?? null);

describe('live balances', () => {
  test('live balances: a balance that the list already shows renders nothing', () => {
    let renders = 0;
    const rows = [7, 8].map((id) => ({ id, balance: 80 }));
    const { result } = renderHook(() => {
      renders += 1;
      return useLiveBalances(rows, 0);
    });
    const before = renders;
    act(() => [7, 8].forEach((id) => receiveBalance(id, 80)));
    expect(renders).toBe(before);
    act(() => receiveBalance(8, 81));
    expect(result.current.map(({ balance }) => balance)).toEqual([80, 81]);
    act(() => receiveBalance(8, 80));
    expect(result.current.map(({ balance }) => balance)).toEqual([80, 80]);
  });

  test('live balances: a socket follows the rows of a shown list only once the page is idle', async () => {
    renderWithMenu(routes, '/admin');
    await rowOf('joueur8');
    expect(sockets).toHaveLength(0);
    idle();
    await waitFor(() => expect(frames).toEqual(subscriptionsTo([7, 8, 3])));
    const changed = recordEvents('balance/changed');
    send(3, '{"balance":42.5}');
    expect(changed).toEqual([{ balance: 42.5 }]);
  });

  test('live balances: a row with a new balance is highlighted in place, and nothing is read', async () => {
    const calls = serve(LIST, pageOfAccounts([account(7, { balance: 70 }), account(8, { balance: 60 })]));
    await openList();
    const eighth = await rowOf('joueur8');
    await waitFor(() => expect(eighth).toHaveTextContent('81,00'));
    send(7, '{"balance":5}');
    send(8, '{"balance":900}');
    expect(eighth).toHaveTextContent('900,00');
    expect(eighth.querySelector('.changed')).toHaveTextContent('900,00');
    expect(await rowOf('joueur7')).toHaveTextContent('5,00');
    expect(names()).toEqual(['joueur7', 'joueur8']);
    expect(calls).toHaveLength(1);
    expect(eighth.closest('[aria-live]')).toBeNull();
    send(8, '{"balance":"1"}');
    expect(eighth).toHaveTextContent('900,00');
  });

  test('live balances: an older answer does not replace a balance, but a later one does', async () => {
    const answers = [500, 500, 700];
    const hold = createHold();
    const calls = serve(LIST, async () => {
      const balance = answers[calls.length - 1] ?? 0;
      if (calls.length === 2) await hold.released;
      return pageOfAccounts([account(8, { balance }), account(9, { balance: calls.length })]);
    });
    await openList();
    const row = await rowOf('joueur8');
    await waitFor(() => expect(row).toHaveTextContent('81,00'));
    const followMenu = () => userEvent.click(screen.getByRole('link', { name: 'Menu' }));
    await followMenu();
    await waitFor(() => expect(calls).toHaveLength(2));
    send(8, '{"balance":600}');
    hold.release();
    await waitFor(async () => expect(await rowOf('joueur9')).toHaveTextContent('2,00'));
    expect(row).toHaveTextContent('600,00');
    await followMenu();
    await waitFor(() => expect(row).toHaveTextContent('700,00'));
  });

  test('live balances: a reconnection follows the rows again and does not read the list', async () => {
    const calls = serve(LIST, pageOfAccounts([account(8)]));
    await openList();
    frames = [];
    sockets[0]?.onclose?.({ code: 1006 });
    await waitFor(() => expect(frames).toEqual(subscriptionsTo([8, 3])));
    await waitFor(async () => expect(await rowOf('joueur8')).toHaveTextContent('82,00'));
    expect(calls).toHaveLength(1);
  });

  test('live balances: only the own balance is followed when another screen opens', async () => {
    serve(LIST, pageOfAccounts([account(8)]));
    await openList();
    await userEvent.click(screen.getByRole('link', { name: 'Ajouter' }));
    await waitFor(() => expect(frames.at(-1)).toBe(`UNSUBSCRIBE ${topicOf(8)}`));
    expect(sockets).toHaveLength(1);
    expect(frames.filter((frame) => frame.startsWith('UNSUB'))).toHaveLength(1);
  });

  test.each([
    ['a direct sub-account', true, [7, 3]],
    ['an account further below', false, [3]],
  ])(
    'live balances: on the page of %s, only a direct balance follows, and events are offered',
    async (_, isDirect, followed) => {
      const account7 = {
        id: 7,
        username: 'nadia',
        roleName: 'ROLE_CLIENT',
        active: true,
        isFrozen: false,
        balance: 70,
      };
      const accounts = serve('GET /user/account/7', () => ({
        ...account7,
        balance: accounts.length === 1 ? 70 : 75,
        isDirect,
        path: [],
        createdAt: '2026-02-01T09:00:00.000',
        lastSignInAt: null,
        figures: [],
      }));
      const events = serve('GET /user/account/7/events', { data: [], next: null });
      renderRoutes(routes, '/admin/7');
      await screen.findByText('Aucun événement');
      expect(await screen.findByText('70,00', { exact: false })).toBeVisible();
      idle();
      await waitFor(() => expect(frames).toEqual(subscriptionsTo(followed)));
      if (!isDirect) return;
      send(7, '{"balance":70}');
      expect(screen.queryByRole('button', { name: 'Afficher les nouveautés' })).toBeNull();
      send(7, '{"balance":75}');
      expect(screen.getByText('75,00', { exact: false })).toBeVisible();
      expect(events).toHaveLength(1);
      await userEvent.click(screen.getByRole('button', { name: 'Afficher les nouveautés' }));
      await waitFor(() => expect(events).toHaveLength(2));
      await waitFor(() =>
        expect(screen.queryByRole('button', { name: 'Afficher les nouveautés' })).toBeNull(),
      );
      expect(screen.getByText('75,00', { exact: false })).toBeVisible();
      expect(document.activeElement).toContainElement(screen.getByRole('heading', { name: 'Activité' }));
    },
  );
});
