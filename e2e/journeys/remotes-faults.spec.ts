import { expect, test, type Page, type Route } from '@playwright/test';
import { people } from '../support/people';
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
