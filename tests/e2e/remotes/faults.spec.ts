import type { Page, Route } from '@playwright/test';
import {
  AGENT,
  expectFallbackAfterLimit,
  expectRecovery,
  expectRestWorks,
  fallbackIn,
  follow,
  logoutIn,
  REMOTES,
  REPORTS,
} from '../support/remotes';
import { demo, expect, test } from '../support/test';

type Answer = (route: Route) => Promise<void> | void;

/** `npm run test:all` adds the faults that the page answers in the same way as another one. */
const isLong = process.env.PALIER_LONG === '1';

const hang = (): void => undefined;
const down: Answer = (route) => route.abort('connectionrefused');
const answer =
  (status: number, contentType: string, body: string): Answer =>
  (route) =>
    route.fulfill({ status, contentType, body });
const edited =
  (edit: (body: string) => string): Answer =>
  async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: edit(await response.text()) });
  };
const firstHalf = (body: string): string => body.slice(0, body.length / 2);
const page404 = answer(404, 'text/html', '<h1>404</h1>');
const page200 = answer(200, 'text/html', '<h1>Palier</h1>');

const ALL = /\.(js|css)$/;
const ENTRY = /remoteEntry[^/]*\.js$/;
const CHUNKS = /\/(?!remoteEntry)[^/]+\.(js|css)$/;

interface Fault {
  readonly title: string;
  readonly files: RegExp;
  readonly answer: Answer;
}

const FAULTS: readonly Fault[] = [
  { title: 'the host answers every file with a page and 404', files: ALL, answer: page404 },
  { title: 'the chunks are missing', files: CHUNKS, answer: answer(404, 'text/plain', '') },
  { title: 'one byte of a chunk was added', files: CHUNKS, answer: edited((body) => `${body} `) },
  { title: 'one byte of a style was added', files: /\.css$/, answer: edited((body) => `${body} `) },
  { title: 'one byte of the entry was added', files: ENTRY, answer: edited((body) => `${body} `) },
  { title: 'the entry hangs', files: ENTRY, answer: hang },
  { title: 'a chunk hangs', files: CHUNKS, answer: hang },
  // The browser refuses these as it refuses one of those above: the status, or the hash, is wrong.
  ...(isLong
    ? [
        { title: 'the host answers every file with a page and 200', files: ALL, answer: page200 },
        { title: 'the host answers every file with 500', files: ALL, answer: answer(500, 'text/plain', '') },
        { title: 'every file is cut in half', files: ALL, answer: edited(firstHalf) },
        { title: 'the entry is {}', files: ENTRY, answer: answer(200, 'text/javascript', '{}') },
      ]
    : []),
];

const filesOf =
  (remote: string, files: RegExp) =>
  ({ pathname }: URL): boolean =>
    pathname.startsWith(`/remotes/${remote}/`) && files.test(pathname);

const expectFallback = (page: Page, isHanging: boolean): Promise<void> =>
  isHanging ? expectFallbackAfterLimit(page) : expect(fallbackIn(page)).toBeVisible();

for (const isHanging of [false, true])
  test(`remote: its region says that its files ${isHanging ? 'hang' : 'are missing or altered'}`, async ({
    page,
    signIn,
  }) => {
    if (isHanging) await page.clock.install();
    await signIn(demo.admin);
    for (const { title, files, answer: reply } of FAULTS.filter(
      (fault) => (fault.answer === hang) === isHanging,
    ))
      await test.step(title, async () => {
        const isStruck = filesOf('reports', files);
        await page.route(isStruck, reply);
        const asked = page.waitForRequest((request) => isStruck(new URL(request.url())));
        await page.goto(REPORTS.path, { waitUntil: 'commit' });
        await asked;
        await expectFallback(page, isHanging);
        await follow(page, AGENT);
        await expect(AGENT.content(page)).toBeVisible();
        await follow(page, REPORTS);
        await expect(fallbackIn(page)).toBeVisible();
        await page.unroute(isStruck, reply);
        await expectRecovery(page, REPORTS.content(page));
      });
  });

test('remotes: the region of a dead host says so, people can sign out, and Réessayer recovers', async ({
  page,
  signIn,
}) => {
  await signIn(demo.admin, { ownSession: true });
  for (const remote of REMOTES) {
    const isStruck = filesOf(remote.name, ALL);
    await page.route(isStruck, down);
    await page.goto(remote.path);
    await expect(fallbackIn(page)).toBeVisible();
    await expectRestWorks(page, remote);
    await follow(page, remote);
    await expect(fallbackIn(page)).toBeVisible();
    await page.unroute(isStruck, down);
    await expectRecovery(page, remote.content(page));
  }
  await page.route(filesOf(AGENT.name, ALL), down);
  await page.goto(AGENT.path);
  await expect(fallbackIn(page)).toBeVisible();
  await logoutIn(page).click();
  await expect(page).toHaveURL(/\/login$/);
});

test('remotes: each shows or says that it is unavailable when three of ten requests fail', async ({
  page,
  signIn,
}) => {
  await signIn(demo.admin);
  let requests = 0;
  await page.route(
    ({ pathname }) => pathname.startsWith('/remotes/'),
    (route) => {
      requests += 1;
      return requests % 10 < 3 ? route.abort('connectionreset') : route.continue();
    },
  );
  for (const remote of REMOTES) {
    await page.goto(remote.path);
    await expect(remote.content(page).or(fallbackIn(page))).toBeVisible();
    if (await fallbackIn(page).isVisible()) await expectRecovery(page, remote.content(page));
  }
});

/** Files that a screen requests only when it is opened. */
const LATE_FILES = {
  script: /\/remotes\/reports\/[^/]+\/(?!remoteEntry|routes)[^/]+\.js$/,
  style: /\/remotes\/reports\/[^/]+\/(?!remoteEntry|routes)[^/]+\.css$/,
};

for (const [title, files] of Object.entries(LATE_FILES))
  test(`remote: a later screen whose ${title} hangs says so, asks for it once, and recovers`, async ({
    page,
    signIn,
  }) => {
    await page.clock.install();
    await signIn(demo.admin);
    await page.goto(REPORTS.path);
    const asked: string[] = [];
    const record: Answer = (route) => void asked.push(route.request().url());
    const isLate = ({ pathname }: URL): boolean => files.test(pathname);
    await page.route(isLate, record);
    const dayClose = page.getByRole('link', { name: 'Clôture du jour' });
    await dayClose.click();
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    await expectFallback(page, true);
    expect(asked).toEqual([...new Set(asked)]);
    await expectRestWorks(page, REPORTS);
    await follow(page, REPORTS);
    await expect(REPORTS.content(page)).toBeVisible();
    await dayClose.click();
    await expectFallback(page, true);
    await page.unroute(isLate, record);
    await expectRecovery(page, page.getByRole('row', { name: 'Solde de clôture' }));
  });

const registry = (edit: (body: string) => string): Answer => edited(edit);

const REGISTRY_FAULTS: readonly (readonly [title: string, answer: Answer])[] = [
  ['down', down],
  ['a page with 200', page200],
  // Refused as a registry that is down, or as a page.
  ...(isLong
    ? ([
        ['a page with 404', page404],
        ['an error 500', answer(500, 'application/json', '{"errors":[]}')],
        ['cut in half', edited(firstHalf)],
      ] as const)
    : []),
  ['{}', answer(200, 'application/json', '{}')],
  ['without this remote', registry((body) => body.replaceAll('"agent":', '"stranger":'))],
  [
    'naming a script in place of a file',
    registry((body) => body.replaceAll(/"entry":"[^"]*"/g, '"entry":"javascript:window.isStruck=1"')),
  ],
  [
    'naming a foreign host',
    registry((body) => body.replaceAll('"/remotes/', '"https://stranger.example/remotes/')),
  ],
  ['without hashes', registry((body) => body.replaceAll(/"integrity":\{[^}]*\}/g, '"integrity":{}'))],
];

test('registry: the shell works without it or with a hostile one, and fetches nothing foreign', async ({
  page,
  signIn,
}) => {
  await signIn(demo.admin);
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (/stranger\.example|^javascript:/.test(request.url())) foreign.push(request.url());
  });
  // A plain host serves the page as it was built, without the registry in it.
  await page.route(
    ({ pathname }) => pathname === AGENT.path,
    edited((body) => body.replace(/<script type="application\/json".*?<\/script>/s, '')),
  );
  for (const [title, reply] of REGISTRY_FAULTS) {
    await page.route('**/remotes.json', reply);
    await page.goto(AGENT.path);
    await expect(fallbackIn(page), title).toBeVisible();
    await logoutIn(page).click({ trial: true });
    expect(await page.evaluate(() => 'isStruck' in window)).toBe(false);
    await page.unroute('**/remotes.json', reply);
    await expectRecovery(page, AGENT.content(page));
  }
  expect(foreign).toEqual([]);
});

test('registry in the page: the others show if the entry of one remote is malformed', async ({
  page,
  signIn,
}) => {
  await signIn(demo.admin);
  await page.route(
    ({ pathname }) => pathname === AGENT.path,
    edited((body) => body.replaceAll('/remotes/agent/', '/elsewhere/agent/')),
  );
  await page.goto(AGENT.path);
  await expect(fallbackIn(page)).toBeVisible();
  await expectRestWorks(page, AGENT);
});
