import { expect, test, type Browser, type Page, type Route } from '@playwright/test';
import { people } from '../support/people';
import { buildFaultRemote, forceActive, putBack } from '../support/fault-build';
import { signedInPages } from '../support/signed-in';

const FALLBACK = 'Ce module est indisponible pour le moment.';
/** Of the region; what a busy machine adds is not the product's. */
const SLACK_MS = 15_000;

interface Remote {
  readonly name: string;
  readonly path: string;
  readonly link: string;
  readonly shows: (page: Page) => ReturnType<Page['locator']>;
}

const REMOTES: readonly [Remote, Remote, Remote] = [
  {
    name: 'casino',
    path: '/home',
    link: 'Accueil',
    shows: (page) => page.getByRole('heading', { name: 'Casino Games' }),
  },
  {
    name: 'agent',
    path: '/admin',
    link: 'Admin',
    shows: (page) => page.getByRole('button', { name: 'Rechercher' }),
  },
  {
    name: 'reports',
    path: '/report',
    link: 'Rapport',
    shows: (page) => page.getByRole('button', { name: 'Afficher' }),
  },
];
const otherThan = ({ name }: Remote): Remote => (name === 'agent' ? REMOTES[2] : REMOTES[1]);

interface Fault {
  readonly title: string;
  /** Which of the remote's files it strikes. */
  readonly strikes: RegExp;
  readonly answer: (route: Route) => Promise<void> | void;
  readonly limitMs: number;
}

const ALL = /\.(js|css)(\?|$)/;
const ENTRY = /remoteEntry[^/]*\.js/;
const CHUNKS = /\/(?!remoteEntry)[^/]+\.(js|css)(\?|$)/;
const hang = (): void => undefined;
const truncate = async (route: Route): Promise<void> => {
  const response = await route.fetch();
  const body = await response.text();
  await route.fulfill({ response, body: body.slice(0, body.length / 2) });
};
const alter = async (route: Route): Promise<void> => {
  const response = await route.fetch();
  await route.fulfill({ response, body: `${await response.text()} ` });
};

const FAULTS: readonly Fault[] = [
  { title: 'is down', strikes: ALL, answer: (route) => route.abort('connectionrefused'), limitMs: 5_000 },
  {
    title: 'answers a page with 404',
    strikes: ALL,
    answer: (route) => route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>404</h1>' }),
    limitMs: 5_000,
  },
  {
    title: 'answers a page with 200',
    strikes: ALL,
    answer: (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Palier</h1>' }),
    limitMs: 5_000,
  },
  {
    title: 'answers 500',
    strikes: ALL,
    answer: (route) => route.fulfill({ status: 500, body: '' }),
    limitMs: 5_000,
  },
  { title: 'is cut short', strikes: ALL, answer: truncate, limitMs: 5_000 },
  {
    title: 'answers {}',
    strikes: ENTRY,
    answer: (route) => route.fulfill({ contentType: 'text/javascript', body: '{}' }),
    limitMs: 5_000,
  },
  {
    title: 'has lost its chunks',
    strikes: CHUNKS,
    answer: (route) => route.fulfill({ status: 404, body: '' }),
    limitMs: 5_000,
  },
  { title: 'has a chunk of which one byte is another', strikes: CHUNKS, answer: alter, limitMs: 5_000 },
  { title: 'hangs at its entry', strikes: ENTRY, answer: hang, limitMs: 8_000 },
  { title: 'hangs at a chunk', strikes: CHUNKS, answer: hang, limitMs: 8_000 },
];

/** The shell stands around a region that failed: header, menu, sign-out, and another remote. */
async function expectShellAlive(page: Page, remote: Remote): Promise<void> {
  await expect(page.getByTestId('balance').first()).toBeVisible();
  const other = otherThan(remote);
  await page.getByRole('link', { name: other.link, exact: true }).first().click();
  await expect(other.shows(page)).toBeVisible({ timeout: SLACK_MS });
  await page.getByRole('link', { name: remote.link, exact: true }).first().click();
  await expect(page.getByText(FALLBACK)).toBeVisible({ timeout: SLACK_MS });
}

const measured: string[] = [];

for (const fault of FAULTS) {
  test(`When a remote ${fault.title}, then its region says so, the rest works, and Réessayer recovers`, async ({
    browser,
    request,
  }) => {
    const open = await signedInPages(request, people.admin);
    const cell = async (remote: Remote): Promise<void> => {
      const page = await open(browser);
      const struck = (url: URL): boolean =>
        url.pathname.startsWith(`/remotes/${remote.name}/`) && fault.strikes.test(url.pathname);
      await page.route(struck, fault.answer);
      await page.goto(remote.path, { waitUntil: 'commit' });
      const startedAt = Date.now();
      await expect(page.getByText(FALLBACK)).toBeVisible({ timeout: fault.limitMs + SLACK_MS });
      measured.push(`${remote.name} ${fault.title}: ${Date.now() - startedAt} ms`);
      await expectShellAlive(page, remote);
      await page.evaluate(() => Object.assign(window, { isSamePage: true }));
      await page.unroute(struck);
      await page.getByRole('button', { name: 'Réessayer' }).click();
      await expect(remote.shows(page), `${remote.name} recovers`).toBeVisible({ timeout: SLACK_MS });
      expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
      await page.context().close();
    };
    await Promise.all(REMOTES.map(cell));
  });
}

test.afterAll(() => console.log(measured.map((line) => `    ${line}`).join('\n')));

test.describe('A build that throws', () => {
  async function withFaultBuilds(
    { version, rewrite }: { version: string; rewrite?: (entry: string) => string },
    run: () => Promise<void>,
  ): Promise<void> {
    const builds = await Promise.all(REMOTES.map(({ name }) => buildFaultRemote(name, rewrite)));
    let earlier: Awaited<ReturnType<typeof forceActive>> | undefined;
    for (const [index, { name }] of REMOTES.entries()) {
      const before = await forceActive(name, version, builds[index] ?? '', { keepsPrevious: false });
      earlier ??= before;
    }
    try {
      await run();
    } finally {
      if (earlier !== undefined) await putBack(earlier);
    }
  }

  const openWith = async (open: (browser: Browser) => Promise<Page>, browser: Browser, fault: string) => {
    const page = await open(browser);
    await page.addInitScript((what) => {
      if (sessionStorage.getItem('told') !== null) return;
      sessionStorage.setItem('told', 'yes');
      localStorage.setItem('fault', what);
    }, fault);
    return page;
  };

  test('When it throws at load, render or in an effect, then its region says so and Réessayer recovers', async ({
    browser,
    request,
  }) => {
    test.setTimeout(180_000);
    await withFaultBuilds({ version: '0.0.1' }, async () => {
      const open = await signedInPages(request, people.admin);
      for (const fault of ['load', 'render', 'effect']) {
        const cell = async (remote: Remote): Promise<void> => {
          const page = await openWith(open, browser, fault);
          await page.goto(remote.path, { waitUntil: 'commit' });
          await expect(page.getByText(FALLBACK), `${remote.name} ${fault}`).toBeVisible({
            timeout: 5_000 + SLACK_MS,
          });
          await expect(page.getByTestId('balance').first()).toBeVisible();
          await page.evaluate(() => localStorage.removeItem('fault'));
          await page.getByRole('button', { name: 'Réessayer' }).click();
          await expect(page.getByRole('heading', { name: 'Fault build' })).toBeVisible({ timeout: SLACK_MS });
          await page.context().close();
        };
        await Promise.all(REMOTES.map(cell));
      }
      // A handler or a promise brings no screen down.
      const page = await openWith(open, browser, 'promise');
      await page.goto('/report');
      await page.getByRole('button', { name: 'Fail' }).click();
      await expect(page.getByRole('heading', { name: 'Fault build' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Rapport' }).first()).toBeVisible();
      await page.context().close();
    });
  });

  test('When it was built for another React, then its region says so and the page keeps one React', async ({
    browser,
    request,
  }) => {
    test.setTimeout(120_000);
    const rewrite = (entry: string): string => entry.replaceAll('^19.', '^18.');
    await withFaultBuilds({ version: '0.0.2', rewrite }, async () => {
      const page = await (await signedInPages(request, people.admin))(browser);
      await page.goto('/report');
      await expect(page.getByText(FALLBACK)).toBeVisible({ timeout: SLACK_MS });
      await page.context().close();
    });
  });

  test('When it crashes and has a previous version, then users see that one, and the server knows', async ({
    browser,
    request,
  }) => {
    test.setTimeout(120_000);
    const earlier = await forceActive('reports', '0.0.3', await buildFaultRemote('reports'));
    try {
      const page = await openWith(await signedInPages(request, people.admin), browser, 'render');
      const reported = page.waitForRequest((sent) => sent.url().endsWith('/api/v1/remotes/failures'));
      await page.goto('/report', { waitUntil: 'commit' });
      const startedAt = Date.now();
      await expect(page.getByRole('button', { name: 'Afficher' })).toBeVisible({ timeout: 5_000 + SLACK_MS });
      measured.push(`previous version after a crash on mount: ${Date.now() - startedAt} ms`);
      expect((await reported).postDataJSON()).toMatchObject({
        remote: 'reports',
        version: '0.0.3',
        stage: 'render',
      });
      await page.context().close();
    } finally {
      await putBack(earlier);
    }
  });
});
