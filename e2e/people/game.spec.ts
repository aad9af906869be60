import { expect, test, type FrameLocator, type Page } from '@playwright/test';
import { tapJackpotLine } from '../support/jackpot-socket';
import { apiAs, headerBalance, people, signIn, type HistoryPage } from '../support/people';

const HOSTILE = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'http://evil.test/game',
  'http://192.0.2.1/game',
  '//evil.test/game',
  '\\\\evil.test\\game',
  '/game',
  'https://allowed.evil.test/play',
  'https://localhost.evil.test/play',
  'https://games.test@evil.test/play',
  'https://user:secret@games.test/play',
  'blob:https://evil.test/1',
  'about:srcdoc',
  'about:blank',
  'file:///etc/passwd',
  'filesystem:https://evil.test/temporary/x',
  'OWN/home',
];

async function openCrash(page: Page) {
  await page.getByRole('button', { name: 'Show More' }).click();
  await page.getByRole('button', { name: 'Spribe', exact: true }).click();
  await page.getByTestId('game-tile').getByRole('link').nth(2).click();
  await expect(page).toHaveURL(/\/game\/SPRIBE\//);
  return page.frameLocator('iframe');
}

test('When the launch address is hostile, then no frame holds it, and there is a message and a way back', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(120_000);
  let launchUrl = '';
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.route('**/api/v1/casino/launch*', (route) => route.fulfill({ json: { launch_url: launchUrl } }));
  await signIn(page, people.client);
  await page.getByTestId('game-tile').getByRole('link').first().click();
  const retry = page.getByRole('button', { name: 'Réessayer' });
  await expect(retry).toBeVisible();
  for (const hostile of HOSTILE) {
    launchUrl = hostile.replace('OWN', String(baseURL));
    await Promise.all([page.waitForResponse(/\/casino\/launch/), retry.click()]);
    await expect(page.getByRole('alert'), hostile).toContainText("L'adresse de ce jeu a été refusée");
    await expect(page.locator('iframe'), hostile).toHaveCount(0);
  }
  expect(dialogs).toEqual([]);
  await page.getByRole('button', { name: 'Retour aux jeux' }).click();
  await expect(page).toHaveURL(/\/home/);
});

test('When a game runs, then its frame is closed in, and only its own messages count', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/user/me')) asked.push(request.url());
  });
  await signIn(page, people.client);
  await page.getByTestId('game-tile').getByRole('link').first().click();
  const frame = page.locator('iframe');
  await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
  await expect(frame).toHaveAttribute('referrerpolicy', 'no-referrer');
  const origin = new URL((await frame.getAttribute('src')) ?? '').origin;
  expect(origin).not.toBe(new URL(page.url()).origin);
  expect((await frame.boundingBox())?.height).toBe(570);
  await expect(page.frameLocator('iframe').locator('body[data-state="idle"]')).toBeVisible();

  // The gate has read the user, and so has the socket once it stood.
  await expect.poll(() => asked.length).toBe(2);
  asked.length = 0;
  await page.evaluate(() => {
    for (const data of [{ type: 'palier-demo/balance-changed' }, null, 'x', { type: 7 }])
      window.postMessage(data, '*');
  });
  await page.waitForTimeout(700);
  expect(asked).toEqual([]);
});

test('When a phone with a notch lies on its side, then a game that fills its page is clear of the notch and whole', async ({
  page,
}) => {
  const [width, inset] = [844, 47];
  await page.setViewportSize({ width, height: 390 });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setSafeAreaInsetsOverride', {
    insets: { left: inset, right: inset, bottom: 21 },
  });
  // An iPhone gives the screen to nothing but films.
  await page.addInitScript({
    content: `Element.prototype.requestFullscreen = () => Promise.reject(new Error('refused'));`,
  });
  await signIn(page, people.client);
  await page.getByTestId('game-tile').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Fullscreen' }).click();
  // Until the browser has refused, the page is laid out as before.
  await expect(page.getByRole('button', { name: 'Exit Fullscreen' })).toBeVisible();
  const back = await page.getByRole('button', { name: 'Back' }).boundingBox();
  expect(back?.x).toBeGreaterThanOrEqual(inset);
  const reload = await page.getByRole('button', { name: 'Reload' }).boundingBox();
  expect((reload?.x ?? width) + (reload?.width ?? 0)).toBeLessThanOrEqual(width - inset);
  const play = page.frameLocator('iframe').getByRole('button', { name: 'Jouer' });
  await expect(play).toBeInViewport({ ratio: 1 });
});

test('When a game arrives, then nothing in its frame jumps', async ({ page }) => {
  await page.addInitScript({
    content: `window.shifted = 0;
      new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (window.shifted += value)))
        .observe({ type: 'layout-shift', buffered: true });`,
  });
  await signIn(page, people.client);
  await page.getByTestId('game-tile').getByRole('link').first().click();
  const body = page.frameLocator('iframe').locator('body[data-state="idle"]');
  await expect(body).toBeVisible();
  // Laid out before its styles were there, the frame shifted by 0.67.
  expect(await body.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThan(0.1);
});

test("When a game's script does not come, then its frame says so after a while, and a press brings the game", async ({
  page,
}) => {
  let isCut = true;
  await page.route('**/assets/*/slot.js', (route) => (isCut ? route.abort() : route.continue()));
  await signIn(page, people.client);
  await page.getByTestId('game-tile').getByRole('link').first().click();
  const game = page.frameLocator('iframe');
  const late = game.getByText("Le jeu n'arrive pas");
  await expect(late).toHaveCSS('animation-duration', '8s');
  await late.evaluate((words) => words.getAnimations().forEach((wait) => wait.finish()));
  await expect(late).toBeVisible();
  isCut = false;
  await late.getByRole('link', { name: 'Réessayer' }).click();
  await expect(game.locator('body[data-state="idle"]')).toBeVisible();
  await expect(late).toBeHidden();
});

test('When a game is opened, then how it stands is asked for while its script is on the way, and once', async ({
  page,
}) => {
  let asked = 0;
  let isAsked = (): void => undefined;
  const asksOnce = new Promise<void>((resolve) => (isAsked = resolve));
  page.on('request', (request) => {
    if (!/\/play\/[^/]+\/state$/.test(request.url())) return;
    asked += 1;
    isAsked();
  });
  await page.route('**/assets/*/slot.js', async (route) => {
    await asksOnce;
    await route.continue();
  });
  await signIn(page, people.client);
  await page.getByTestId('game-tile').getByRole('link').first().click();
  await expect(page.frameLocator('iframe').locator('body[data-state="idle"]')).toBeVisible();
  expect(asked).toBe(1);
});

const RELOADS: readonly [string, (page: Page) => Promise<unknown>][] = [
  ['the Reload button', (page) => page.getByRole('button', { name: 'Reload' }).click()],
  ['the browser', (page) => page.reload()],
];
for (const [how, reload] of RELOADS)
  test(`When a crash flight is reloaded by ${how} in mid-air, then it goes on and is cashed out, and the ledger has one stake and one win`, async ({
    page,
    request,
  }) => {
    test.setTimeout(180_000);
    const get = await apiAs(request, people.client);
    const historyBefore = await get<HistoryPage>('/transactions/history/outgoing?page=0&size=1');
    await signIn(page, people.client);
    const game = await openCrash(page);
    const idle = game.locator('body[data-state="idle"]');
    const flying = game.locator('body[data-state="flying"]');
    await expect(idle).toBeVisible();
    const commitment = await game.getByTestId('commitment').getAttribute('data-commitment');
    expect(commitment).toMatch(/^[0-9a-f]{64}$/);

    let flights = 0;
    let isCashedOut = false;
    // A flight may crash before it can be cashed out: chance has its say, so it is tried until one lives.
    while (!isCashedOut && flights < 15) {
      flights += 1;
      await game.getByTestId('bet').click();
      await expect(flying.or(idle)).toBeVisible();
      if (await idle.isVisible()) continue;
      // Launched anew before it is looked at: what flies until then is the page that is left.
      const left = (await page.locator('iframe').getAttribute('src')) ?? '';
      await reload(page);
      await expect(page.locator(`iframe:not([src="${left}"])`)).toBeVisible();
      await expect(flying.or(idle)).toBeVisible();
      if (await idle.isVisible()) continue;
      // Pressed as it is: waited for until it can be pressed, the button of a flight that crashed meanwhile would stake anew.
      await game
        .getByTestId('bet')
        .filter({ hasText: 'Encaisser' })
        .click({ force: true, timeout: 2000 })
        .catch(() => undefined);
      await expect(idle).toBeVisible({ timeout: 80_000 });
      isCashedOut = await game.locator('body[data-end="cashed-out"]').isVisible();
    }
    expect(isCashedOut).toBe(true);
    const won = Number(await game.getByTestId('win').getAttribute('data-value'));
    await game.getByRole('button', { name: 'Règles' }).click();
    await expect(game.getByText('vérifié par votre navigateur ✓').first()).toBeVisible();
    await expect(game.getByText('ne correspond pas ✗')).toHaveCount(0);

    const history = await get<HistoryPage>('/transactions/history/outgoing?page=0&size=100');
    const moved = history.data.slice(0, history.totalElements - historyBefore.totalElements);
    expect(moved.filter((item) => item.initiatorTransactionType === 'BET')).toHaveLength(flights);
    const wins = moved.filter((item) => item.initiatorTransactionType === 'WIN');
    expect(wins.map(({ amount }) => amount)).toEqual([won]);
    await page.getByRole('button', { name: 'Back' }).click();
    const { balance } = await get<{ balance: number }>('/user/me');
    await expect.poll(() => headerBalance(page)).toBeCloseTo(balance, 2);
  });

test('When a narrow phone shows a game, then its buttons stay inside their panel', async ({ page }) => {
  const overhang = async (game: FrameLocator) => {
    await expect(game.locator('body[data-state="idle"]')).toBeVisible();
    const found: number[] = [];
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      found.push(
        await game.locator('.panel').evaluate((panel) => panel.scrollWidth - panel.clientWidth),
        await game.locator('html').evaluate((html) => html.scrollHeight - html.clientHeight),
      );
    }
    return found;
  };
  await signIn(page, people.client);
  await page.getByTestId('game-tile').getByRole('link').first().click();
  expect(await overhang(page.frameLocator('iframe'))).toEqual([0, 0, 0, 0]);
  await page.getByRole('button', { name: 'Back' }).click();
  expect(await overhang(await openCrash(page))).toEqual([0, 0, 0, 0]);
});

test('When the button is pressed as a flight ends, then nothing is staked anew', async ({
  page,
  request,
}) => {
  test.setTimeout(120_000);
  const get = await apiAs(request, people.client);
  const stakes = async () => {
    const { data } = await get<HistoryPage>('/transactions/history/outgoing?page=0&size=100');
    return data.filter((item) => item.initiatorTransactionType === 'BET').map(({ id }) => id);
  };
  const before = new Set(await stakes());
  await signIn(page, people.client);
  const game = await openCrash(page);
  await expect(game.locator('body[data-state="idle"]')).toBeVisible();
  await game.getByRole('button', { name: 'Encaisser automatiquement plus tard' }).click();
  // The finger and the space bar are there in the very moment the page shows the end.
  await game.locator('body').evaluate((body) => {
    const button = body.querySelector<HTMLButtonElement>('[data-testid="bet"]');
    new MutationObserver(() => {
      if (body.dataset['state'] !== 'idle') return;
      button?.click();
      document.dispatchEvent(new KeyboardEvent('keydown', { key: ' ' }));
    }).observe(body, { attributes: true, attributeFilter: ['data-state'] });
  });
  await game.getByTestId('bet').click();
  await expect(game.locator('body[data-end]')).toBeVisible({ timeout: 60_000 });
  // The next stake is the player's own.
  await expect(game.getByTestId('bet')).toBeEnabled();
  await expect(game.getByTestId('bet')).toHaveText('Miser');
  expect((await stakes()).filter((id) => !before.has(id))).toHaveLength(1);
});

/** A client in a game, with the line on which wins are told in the test's hands. */
async function playOnTappedLine(page: Page) {
  const line = await tapJackpotLine(page);
  await signIn(page, people.client);
  await page.getByTestId('game-tile').getByRole('link').first().click();
  await expect(page.frameLocator('iframe').locator('body[data-state="idle"]')).toBeVisible();
  await expect.poll(() => line.destinations().join(' ')).toContain('/topic/jackpot/user/');
  return line;
}

test('When a jackpot is won while the game fills the screen, then the screen is left and the win shows for five seconds', async ({
  page,
}) => {
  const line = await playOnTappedLine(page);
  await page.getByRole('button', { name: 'Fullscreen' }).click();
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  const topic = '/topic/jackpot/user/';
  for (const rubbish of [
    '{}',
    '{"prizeAmount":"12"}',
    '{"prizeAmount":null}',
    '{"prizeAmount":-1}',
    '{"prizeAmount":1e308}',
    '<p>no</p>',
    '{',
  ])
    line.deliver(topic, rubbish);
  line.deliver(topic, JSON.stringify({ prizeAmount: 12, winId: 990_001 }));
  line.deliver(topic, JSON.stringify({ prizeAmount: 3456.5, winId: 990_002 }));
  await expect(page.getByText(/^12,00 TND$/)).toBeVisible();
  await expect(page.getByText(/3\s456,50\sTND/)).toBeVisible();
  await expect(page.getByTestId('jackpot-coin')).toHaveCount(60);
  await expect(page.getByTestId('jackpot-ring')).toHaveCount(5);
  await expect.poll(() => page.evaluate(() => document.fullscreenElement)).toBeNull();
  await expect(page.getByTestId('jackpot-coin')).toHaveCount(0, { timeout: 8_000 });
});

test('When a jackpot is won in mid-round, then the game under its celebration can still be touched', async ({
  page,
}) => {
  const line = await playOnTappedLine(page);
  let winId = 990_100;
  await expect(async () => {
    winId += 1;
    line.deliver('/topic/jackpot/user/', JSON.stringify({ prizeAmount: 12, winId }));
    await expect(page.getByTestId('jackpot-coin')).toHaveCount(60);
    const touched = await page.evaluate(() => {
      const { x, y, width, height } = document.querySelector('iframe')!.getBoundingClientRect();
      const isCelebrated = document.querySelector('[data-testid="jackpot-coin"]') !== null;
      return isCelebrated && document.elementFromPoint(x + width / 2, y + height - 40)?.tagName;
    });
    expect(touched).toBe('IFRAME');
  }).toPass({ timeout: 30_000 });
});

test('When the server goes away, then the socket is back and subscribed, and a win repeated after it shows once', async ({
  page,
}) => {
  const line = await tapJackpotLine(page);
  await signIn(page, people.client);
  await expect.poll(() => line.destinations().length).toBe(3);
  line.deliver('/topic/jackpot/user/', JSON.stringify({ prizeAmount: 77, winId: 990_003 }));
  await expect(page.getByText(/^77,00 TND$/)).toBeVisible();
  await page.getByRole('button', { name: 'Fermer' }).click();
  const cutAt = Date.now();
  await line.cut();
  await expect.poll(() => line.connections(), { timeout: 20_000 }).toBe(2);
  await expect.poll(() => line.destinations().length, { timeout: 10_000 }).toBe(3);
  test.info().annotations.push({ type: 'figures', description: `back after ${Date.now() - cutAt} ms` });
  console.log(`socket back and subscribed after ${Date.now() - cutAt} ms`);
  line.deliver('/topic/jackpot/user/', JSON.stringify({ prizeAmount: 77, winId: 990_003 }));
  line.deliver('/topic/jackpot/user/', JSON.stringify({ prizeAmount: 88, winId: 990_004 }));
  await expect(page.getByText(/^88,00 TND$/)).toBeVisible();
  await page.getByRole('button', { name: 'Fermer' }).click();
  await expect(page.getByTestId('jackpot-coin')).toHaveCount(0);
});
