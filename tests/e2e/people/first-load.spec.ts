import { bytesOf, filesOfVisit } from '@palier/test-support/visit-files';
import { demo, expect, createSignal, test } from '../support/test';

/**
 * Limit of a first visit, in bytes on the wire (decision 0122): an old phone on a slow connection waits for
 * all of them.
 */
const MAX_BYTES = 172_000;
/**
 * The files of a first visit of /home: the document, the shell's script and style, the remote's entry, chunk
 * and style.
 */
const HOME_FILES = [
  /^\/home$/,
  /^\/main\..*\.css$/,
  /^\/main\..*\.js$/,
  /\/casino\/.*\/remoteEntry\..*\.js$/,
  /\/casino\/.*\/routes\..*\.css$/,
  /\/casino\/.*\/routes\..*\.js$/,
];
/** Limit of the module for passkeys, which /login loads after its first paint. */
const MAX_PASSKEY_BYTES = 10_000;

for (const [role, account] of Object.entries({ client: demo.client, agent: demo.admin })) {
  test(`A first visit of /home as ${role} needs six files, which are below the limit`, async ({
    page,
    signIn,
  }) => {
    await signIn(account);
    const files = await filesOfVisit(page, '/home', () => page.getByTestId('game-tile').first().waitFor());
    expect(files).toHaveLength(HOME_FILES.length);
    const missing = HOME_FILES.filter((pattern) => !files.some(({ path }) => pattern.test(path)));
    expect(missing).toEqual([]);
    expect(bytesOf(files)).toBeGreaterThan(100_000);
    expect(bytesOf(files)).toBeLessThanOrEqual(MAX_BYTES);
  });

  test(`/home can be used as ${role} while all other scripts and styles are missing`, async ({
    page,
    signIn,
  }) => {
    await signIn(account);
    await page.route(/\.(js|css)$/, async (route) => {
      const { pathname } = new URL(route.request().url());
      // Others stay without an answer.
      if (HOME_FILES.some((file) => file.test(pathname))) await route.continue();
    });
    await page.goto('/home');
    const tiles = page.getByTestId('game-tile');
    await expect(tiles.first()).toBeVisible();
    const first = await tiles.first().textContent();
    await page
      .getByRole('search')
      .getByRole('textbox')
      .or(page.getByRole('searchbox'))
      .first()
      .fill('dragon');
    await expect(tiles.first()).not.toHaveText(first ?? '');
    await expect(tiles.first()).toContainText(/dragon/i);
    await page.getByRole('button', { name: 'Actualiser le solde' }).click();
    await expect(page.getByTestId('balance')).toContainText(',');
  });
}

test('A first visit of /login needs three files, which are below the limit', async ({ page }) => {
  const files = await filesOfVisit(page, '/login', () => page.getByRole('heading', { level: 1 }).waitFor());
  expect(files).toHaveLength(3);
  expect(bytesOf(files)).toBeLessThanOrEqual(MAX_BYTES);
});

test('first load: /login loads the module for passkeys after its form, in at most 10 kB', async ({
  page,
}) => {
  await page.addInitScript({
    content: `window.moved = [];
      new PerformanceObserver((list) => window.moved.push(...list.getEntries()))
        .observe({ type: 'layout-shift', buffered: true });
      const drawn = new MutationObserver(() => {
        if (document.querySelector('form') === null) return;
        window.drawnAt = performance.now();
        drawn.disconnect();
      });
      drawn.observe(document, { childList: true, subtree: true });`,
  });
  await page.goto('/login');
  await expect(page.getByRole('button', { name: "Connexion par clé d'accès" })).toBeVisible();
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .map((entry) => {
        const { name, startTime, transferSize } = entry as PerformanceResourceTiming;
        return { address: name, startTime, bytes: transferSize };
      }),
  );
  const ofPasskeys: typeof scripts = [];
  for (const script of scripts) {
    const text = await (await page.request.get(script.address)).text();
    if (/navigator\.credentials|clé d'accès/.test(text)) ofPasskeys.push(script);
  }
  expect(ofPasskeys.length).toBeGreaterThan(0);
  expect(bytesOf(ofPasskeys)).toBeGreaterThan(1_000);
  expect(bytesOf(ofPasskeys)).toBeLessThanOrEqual(MAX_PASSKEY_BYTES);
  const drawnAt = await page.evaluate(() => (window as unknown as { drawnAt: number }).drawnAt);
  for (const { startTime } of ofPasskeys) expect(startTime).toBeGreaterThan(drawnAt);
  // The place of the button is kept free.
  expect(await page.evaluate(() => (window as unknown as { moved: object[] }).moved.length)).toBe(0);
});

for (const width of [360, 1280])
  test(`first load at ${width} px: nothing moves when answers are late, and each call is made once`, async ({
    page,
    signIn,
  }) => {
    await signIn(demo.client);
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript({
      content: `window.moved = [];
        new PerformanceObserver((list) => list.getEntries().forEach((entry) =>
          window.moved.push(entry.sources.map(({ node }) => node?.textContent ?? '').join(' | ')),
        )).observe({ type: 'layout-shift', buffered: true });`,
    });
    const connected = page.waitForEvent('websocket');
    const calls: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/')) calls.push(pathname);
    });
    const drawn = createSignal();
    await page.route('**/api/v1/{jackpot,casino}/**', async (route) => {
      await drawn.given;
      await route.continue();
    });
    await page.route(/\/banners\//, () => undefined);
    await page.goto('/home');
    await expect(page.getByRole('heading', { name: 'Casino Games' })).toBeVisible();
    await expect.poll(() => calls).toContain('/api/v1/jackpot/counters');
    drawn.give();
    await expect(page.getByTestId('jackpot-gold')).toContainText(',');
    await expect(page.getByTestId('game-tile').locator('img').first()).toHaveCSS('opacity', '0');
    await connected;
    // The balance is read a second time once the socket is connected.
    const repeated = calls.filter((path, index) => calls.indexOf(path) !== index);
    expect([[], ['/api/v1/user/me']]).toContainEqual(repeated);
    expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
  });

/** 1.6 Mbit/s with 150 ms of delay. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** Columns that get wider by some pixels shift by 0.002; the footer shifted by 0.02 and more. */
const MAX_SHIFT = 0.01;

for (const [path, width] of [
  ['/settings', 390],
  ['/admin', 1280],
  ['/report/network', 1280],
] as const)
  test(`first load on slow 4G: nothing moves on ${path} at ${width} px`, async ({ page, signIn }) => {
    await signIn(demo.admin);
    await page.setViewportSize({ width, height: 800 });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', SLOW_4G);
    await page.addInitScript({
      content: `window.shift = 0;
        new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (window.shift += value)))
          .observe({ type: 'layout-shift', buffered: true });`,
    });
    await page.goto(path);
    // The footer is invisible until the screen has read its data.
    await expect(page.getByRole('contentinfo')).toBeVisible();
    const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
    expect(shift).toBeLessThan(MAX_SHIFT);
  });
