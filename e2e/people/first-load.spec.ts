import { expect, test, type Page } from '@playwright/test';
import { people } from '../support/people';
import { signedInPages } from '../support/signed-in-pages';

/** What an old phone on a slow line can wait for: scripts as they cross the wire. */
const SCRIPT_BYTES = 150_000;
/** The document, the shell's script and style, the remote's entry, chunk and style. */
const FILES = 6;

interface Loaded {
  readonly path: string;
  readonly bytes: number;
}

/** Every file and call of a page's first load, up to the moment its heading stands and the line is quiet. */
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

/** Without what comes once the picture stands: the jackpot socket's two libraries. */
const scriptsOf = (loaded: readonly Loaded[]): readonly Loaded[] =>
  loaded.filter(({ path }) => /\/(main|remoteEntry|routes)\.[^/]*\.js$/.test(path));

const bytesOf = (loaded: readonly Loaded[]): number => loaded.reduce((sum, { bytes }) => sum + bytes, 0);

test('When /home is opened for the first time, then it asks for six files, and its scripts are light', async ({
  browser,
  request,
}) => {
  const page = await (await signedInPages(request, people.client))(browser);
  const loaded = await firstLoad(page, '/home');
  const scripts = scriptsOf(loaded);
  expect(scripts).toHaveLength(3);
  expect(bytesOf(scripts)).toBeGreaterThan(100_000);
  expect(bytesOf(scripts)).toBeLessThanOrEqual(SCRIPT_BYTES);
  const files = loaded.filter(({ path }) => path === '/home' || /\.(css|js)$/.test(path));
  const late = files.filter(({ path }) => path.endsWith('.js') && !scripts.some((one) => one.path === path));
  expect(files.length - late.length).toBeLessThanOrEqual(FILES);
  await page.context().close();
});

test('When /login is opened for the first time, then its scripts are light', async ({ page }) => {
  const scripts = (await firstLoad(page, '/login')).filter(({ path }) => path.endsWith('.js'));
  expect(bytesOf(scripts)).toBeGreaterThan(100_000);
  expect(bytesOf(scripts)).toBeLessThanOrEqual(SCRIPT_BYTES);
});

for (const width of [360, 390, 1280]) {
  test(`When /home comes ${width} px wide, then each call is made once and nothing moves while answers arrive`, async ({
    browser,
    request,
  }) => {
    const page = await (await signedInPages(request, people.client))(browser);
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript({
      content: `window.moved = [];
        new PerformanceObserver((list) => list.getEntries().forEach((entry) =>
          window.moved.push(entry.sources.map(({ node }) => node?.textContent ?? '').join(' | ')),
        )).observe({ type: 'layout-shift', buffered: true });`,
    });
    // Late answers find a page that already stands.
    await page.route('**/api/v1/{jackpot,casino}/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 400));
      await route.continue();
    });
    const loaded = await firstLoad(page, '/home');
    await expect(page.getByTestId('jackpot-gold')).toContainText(',');
    const calls = loaded.map(({ path }) => path).filter((path) => path.startsWith('/api/'));
    expect(calls).toContain('/api/v1/jackpot/counters');
    // But for the balance, which is read again once the socket stands: what was told before is lost.
    const repeated = calls.filter((path, place) => calls.indexOf(path) !== place);
    expect([[], ['/api/v1/user/me']]).toContainEqual(repeated);
    expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
    await page.context().close();
  });
}

test('When the page and its script are answered, then only the page carries the policy, and both forbid guessing types', async ({
  request,
}) => {
  const page = await request.get('/login');
  const [script = ''] = /\/main\.[^"]+\.js/.exec(await page.text()) ?? [];
  const file = await request.get(script);
  expect(file.status()).toBe(200);
  expect(page.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
  expect(file.headers()['content-security-policy']).toBeUndefined();
  for (const answer of [page, file]) expect(answer.headers()['x-content-type-options']).toBe('nosniff');
});
