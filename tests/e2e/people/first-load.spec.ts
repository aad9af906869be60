import type { Page } from '@playwright/test';
import { demo, expect, createSignal, test } from '../support/test';

/**
 * Limit of the scripts of a first load, in bytes as transferred: an old phone on a slow connection waits for
 * the scripts.
 */
const MAX_SCRIPT_BYTES = 150_500;
/**
 * Limit of the files of a first load: the document, the shell's script and style, the remote's entry, chunk
 * and style.
 */
const MAX_FILES = 6;
/** Limit of the module for passkeys, which /login loads after its first paint. */
const MAX_PASSKEY_BYTES = 10_000;

interface Loaded {
  readonly path: string;
  readonly bytes: number;
}

/**
 * Loads `path` and returns every file and call until the heading of the screen is visible and the network is
 * idle.
 */
async function firstLoad(page: Page, path: string): Promise<readonly Loaded[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const paths = new Map<string, string>();
  const loaded: Loaded[] = [];
  session.on('Network.requestWillBeSent', ({ requestId, request }) =>
    paths.set(requestId, new URL(request.url).pathname),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    loaded.push({ path: paths.get(requestId) ?? '', bytes: encodedDataLength }),
  );
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  return loaded;
}

const bytesOf = (loaded: readonly Loaded[]): number => loaded.reduce((sum, { bytes }) => sum + bytes, 0);
const isScript = ({ path }: Loaded): boolean => path.endsWith('.js');

test('first load: /home asks for six files, with scripts below the limit', async ({
  page,
  signIn,
  browser,
  baseURL,
}) => {
  const login = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
  // The module for passkeys comes after the form; the next test measures it.
  await login.addInitScript({ content: 'delete window.PublicKeyCredential;' });
  const loginScripts = (await firstLoad(login, '/login')).filter(isScript);
  expect(bytesOf(loginScripts)).toBeGreaterThan(100_000);
  expect(bytesOf(loginScripts)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
  await login.context().close();

  await signIn(demo.client);
  const loaded = await firstLoad(page, '/home');
  // The jackpot socket's libraries, the rows of the lobby and the page of a game follow once the page is
  // drawn.
  const isEarly = ({ path }: Loaded): boolean => /\/(main|remoteEntry|routes)\.[^/]*\.(js|css)$/.test(path);
  const scripts = loaded.filter((file) => isScript(file) && isEarly(file));
  expect(scripts).toHaveLength(3);
  expect(bytesOf(scripts)).toBeGreaterThan(100_000);
  expect(bytesOf(scripts)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
  const files = loaded.filter((file) => file.path === '/home' || isEarly(file));
  expect(files.length).toBe(MAX_FILES);
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
  const loaded = await firstLoad(page, '/login');
  await expect(page.getByRole('button', { name: "Se connecter avec une clé d'accès" })).toBeVisible();
  const paths = loaded.filter((file) => isScript(file)).map(({ path }) => path);
  const passkeyPaths: string[] = [];
  for (const path of paths)
    if (/navigator\.credentials|clé d'accès/.test(await (await page.request.get(path)).text()))
      passkeyPaths.push(path);
  expect(passkeyPaths.length).toBeGreaterThan(0);
  const ofPasskeys = loaded.filter(({ path }) => passkeyPaths.includes(path));
  expect(bytesOf(ofPasskeys)).toBeGreaterThan(1_000);
  expect(bytesOf(ofPasskeys)).toBeLessThanOrEqual(MAX_PASSKEY_BYTES);
  const [drawnAt, ...startedAt] = await page.evaluate(
    (names) => [
      (window as unknown as { drawnAt: number }).drawnAt,
      ...performance
        .getEntriesByType('resource')
        .filter(({ name }) => names.includes(new URL(name).pathname))
        .map(({ startTime }) => startTime),
    ],
    passkeyPaths,
  );
  expect(startedAt).toHaveLength(passkeyPaths.length);
  for (const start of startedAt) expect(start).toBeGreaterThan(drawnAt!);
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
