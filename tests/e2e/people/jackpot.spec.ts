import type { Page } from '@playwright/test';
import { interceptJackpotSocket } from '@palier/test-support/jackpot-socket';
import { expect, headerBalance, test, type Account } from '../support/test';

const TOPIC = '/topic/jackpot/user/';
const winOf = (prizeAmount: number, winId: number) => JSON.stringify({ prizeAmount, winId });

test('jackpot: a win leaves the full screen of a game and shows once, also after a reconnection', async ({
  page,
  signIn,
  team,
}) => {
  const socket = await interceptJackpotSocket(page);
  await signIn(team.client);
  await page.goto('/home');
  await page.getByTestId('game-tile').getByRole('link').first().click();
  await expect(page.frameLocator('iframe').locator('body[data-state="idle"]')).toBeVisible();
  await expect.poll(() => socket.destinations().join(' ')).toContain(TOPIC);
  await page.getByRole('button', { name: 'Fullscreen' }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  socket.deliver(TOPIC, '{"prizeAmount":null}');
  socket.deliver(TOPIC, winOf(12, 990_001));
  socket.deliver(TOPIC, winOf(3456.5, 990_002));
  await expect(page.getByText(/^12,00 TND$/)).toBeVisible();
  await page.getByRole('button', { name: 'Fermer' }).click();
  await expect(page.getByText(/3\s456,50\sTND/)).toBeVisible();
  await expect(page.getByTestId('jackpot-coin')).toHaveCount(60);
  await expect(page.getByTestId('jackpot-ring')).toHaveCount(5);
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
  const touched = await page.evaluate(() => {
    const { x, y, width, height } = document.querySelector('iframe')!.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height - 40)?.tagName;
  });
  // Counted again after the touch: the celebration still covered the game at that moment.
  expect(await page.getByTestId('jackpot-coin').count()).toBe(60);
  expect(touched).toBe('IFRAME');
  await page.getByRole('button', { name: 'Fermer' }).click();
  await expect(page.getByTestId('jackpot-coin')).toHaveCount(0);

  // A server that starts again may send the last win a second time.
  await socket.disconnect();
  await expect.poll(() => socket.connections()).toBe(2);
  await expect.poll(() => socket.destinations().join(' ')).toContain(TOPIC);
  socket.deliver(TOPIC, winOf(3456.5, 990_002));
  socket.deliver(TOPIC, winOf(88, 990_004));
  await expect(page.getByText(/^88,00 TND$/)).toBeVisible();
  await page.getByRole('button', { name: 'Fermer' }).click();
  await expect(page.getByTestId('jackpot-coin')).toHaveCount(0);
});

test('jackpot socket: one connection stays open across screens, and a sign-out closes it', async ({
  page,
  signIn,
  team,
}) => {
  let open = 0;
  let opened = 0;
  page.on('websocket', (socket) => {
    open += 1;
    opened += 1;
    socket.on('close', () => (open -= 1));
  });
  await signIn(team.client, { ownSession: true });
  await page.goto('/home');
  await expect.poll(() => open).toBe(1);
  for (const [name, title] of [
    ['Historique', 'Historique'],
    ['Accueil', 'Casino Games'],
    ['Paramètres', 'Paramètres'],
    ['Accueil', 'Casino Games'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).first().click();
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  }
  expect([open, opened]).toEqual([1, 1]);
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => open).toBe(0);
});

for (const hasWebSocket of [true, false])
  test(`jackpot socket ${hasWebSocket ? 'with' : 'without'} WebSocket: each deposit shows`, async ({
    page,
    signIn,
    apiAs,
    team,
    newClient,
  }) => {
    const client: Account = await newClient(10);
    const agent = await apiAs(team.admin);
    const give = (amount: number) =>
      agent.post('/transactions', { receiverUsername: client.username, amount, type: 'DEPOSIT' });
    if (!hasWebSocket) await page.addInitScript(() => void Reflect.deleteProperty(window, 'WebSocket'));
    // The first amount is given once the page has read the balance and before the socket connects.
    await page.route('**/ws-jackpot/info*', async (route) => {
      await expect.poll(() => headerBalance(page)).toBe(10);
      await give(5);
      await route.continue();
    });
    await signIn(client);
    const transport = hasWebSocket
      ? page.waitForEvent('websocket')
      : page.waitForRequest(/\/ws-jackpot\/.*\/xhr_streaming/);
    await page.goto('/home');
    await transport;
    // No message carried the first amount: the page reads the balance again once the socket is connected.
    await expect.poll(() => headerBalance(page)).toBe(15);
    await give(5);
    await expect.poll(() => headerBalance(page)).toBe(20);
  });

const connect = async (page: Page) => {
  const connected = page.waitForEvent('websocket');
  await page.goto('/home');
  return connected;
};

test('jackpot socket: /login opens instead of endless reconnections if the session ends elsewhere', async ({
  page,
  signIn,
  api,
  newClient,
}) => {
  await signIn(await newClient(0));
  await connect(page);
  const [token, refreshToken] = await page.evaluate(() =>
    ['token', 'refreshToken'].map((name) => sessionStorage.getItem(name)),
  );
  const headers = { Authorization: `Bearer ${token}` };
  expect((await api.post('/api/v1/auth/logout', { data: { refreshToken }, headers })).ok()).toBe(true);
  await expect(page).toHaveURL(/\/login/);
});

test('jackpot socket: its code is fetched again and connects if it could not be fetched', async ({
  page,
  signIn,
  team,
}) => {
  let isOffline = true;
  let failures = 0;
  await page.route(/\/casino\/.*\.js$/, async (route) => {
    if (!isOffline || /\/(remoteEntry|routes)\./.test(route.request().url())) return route.continue();
    failures += 1;
    return route.abort();
  });
  await signIn(team.client);
  const connected = page.waitForEvent('websocket');
  await page.goto('/home');
  await expect.poll(() => failures).toBeGreaterThan(0);
  isOffline = false;
  await connected;
});

test('jackpot socket: heartbeats keep the connection open despite slow timers of a hidden page', async ({
  page,
  signIn,
  team,
}) => {
  // Intervals of the page run at most once a minute, as in a page hidden for five minutes. Those of workers
  // do not change.
  await page.addInitScript(() => {
    const start = window.setInterval;
    window.setInterval = ((work: () => void, ms = 0) =>
      start(work, Math.max(ms, 60_000))) as typeof window.setInterval;
  });
  await signIn(team.client);
  const socket = await connect(page);
  let heartbeats = 0;
  socket.on('framesent', ({ payload }) => {
    if (payload === JSON.stringify(['\n'])) heartbeats += 1;
  });
  // Heartbeats are 4 s apart. Without them, the server would have closed the connection after 8 s, before the
  // third.
  await expect.poll(() => heartbeats).toBeGreaterThanOrEqual(3);
  expect(socket.isClosed()).toBe(false);
});

test('jackpot: the coins of a won tier are thrown up from behind the card, or still on request', async ({
  page,
  signIn,
  team,
}) => {
  const socket = await interceptJackpotSocket(page);
  await signIn(team.client);
  await page.goto('/home');
  await expect.poll(() => socket.destinations().join(' ')).toContain(TOPIC);
  const coins = page.getByTestId('jackpot-coin');
  const animations = () =>
    coins.evaluateAll((all) => all.reduce((sum, coin) => sum + coin.getAnimations().length, 0));
  socket.deliver(TOPIC, JSON.stringify({ prizeAmount: 2000, winId: 990_010, tier: 'gold' }));
  await expect(page.getByText('Jackpot or', { exact: true })).toBeVisible();
  expect(await animations()).toBe(60);
  // At the top of its flight, a coin is above the place that it was thrown from.
  const rise = await coins.first().evaluate((coin) => {
    const [flight] = coin.getAnimations();
    flight?.pause();
    const topAt = (share: number): number => {
      const { delay = 0, duration } = flight!.effect!.getTiming();
      flight!.currentTime = delay + Number(duration) * share;
      return coin.getBoundingClientRect().top;
    };
    return { start: topAt(0), summit: topAt(0.4), end: topAt(0.99) };
  });
  expect(rise.summit).toBeLessThan(rise.start);
  expect(rise.end).toBeGreaterThan(rise.start);
  await expect(coins).toHaveCount(0);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  socket.deliver(TOPIC, JSON.stringify({ prizeAmount: 20, winId: 990_011, tier: 'bronze' }));
  await expect(page.getByText('Jackpot bronze', { exact: true })).toBeVisible();
  await expect(coins).toHaveCount(60);
  expect(await animations()).toBe(0);
});
