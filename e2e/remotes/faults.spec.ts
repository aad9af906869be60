import { expect, test, type Page, type Route } from '@playwright/test';
import { people } from '../support/people';
import {
  AGENT,
  CASINO,
  expectOthersShow,
  expectShellStands,
  fallbackIn,
  follow,
  logoutIn,
  note,
  printMeasured,
  REMOTES,
  REPORTS,
  SLACK_MS,
  type Remote,
} from '../support/remotes';
import { signedInPages } from '../support/signed-in-pages';

type Answer = (route: Route) => Promise<void> | void;

interface Fault {
  readonly title: string;
  readonly answer: Answer;
  /** Design §7: how long until the region says so. */
  readonly limitMs: number;
}

const FAST_MS = 5_000;
const HANG_MS = 8_000;

const hang = (): void => undefined;
const down: Answer = (route) => route.abort('connectionrefused');
const answers =
  (status: number, contentType: string, body: string): Answer =>
  (route) =>
    route.fulfill({ status, contentType, body });
const rewritten =
  (rewrite: (body: string) => string): Answer =>
  async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: rewrite(await response.text()) });
  };
const firstHalf = (body: string): string => body.slice(0, body.length / 2);

const ALL = /\.(js|css)$/;
const ENTRY = /remoteEntry[^/]*\.js$/;
const CHUNKS = /\/(?!remoteEntry)[^/]+\.(js|css)$/;

const REMOTE_FAULTS: readonly (Fault & { readonly strikes: RegExp })[] = [
  { title: 'is down', strikes: ALL, answer: down, limitMs: FAST_MS },
  {
    title: 'answers a page with 404',
    strikes: ALL,
    answer: answers(404, 'text/html', '<h1>404</h1>'),
    limitMs: FAST_MS,
  },
  {
    title: 'answers a page with 200',
    strikes: ALL,
    answer: answers(200, 'text/html', '<h1>Palier</h1>'),
    limitMs: FAST_MS,
  },
  { title: 'answers 500', strikes: ALL, answer: answers(500, 'text/plain', ''), limitMs: FAST_MS },
  { title: 'is cut short', strikes: ALL, answer: rewritten(firstHalf), limitMs: FAST_MS },
  { title: 'answers {}', strikes: ENTRY, answer: answers(200, 'text/javascript', '{}'), limitMs: FAST_MS },
  { title: 'has lost its chunks', strikes: CHUNKS, answer: answers(404, 'text/plain', ''), limitMs: FAST_MS },
  {
    title: 'has a chunk of which one byte is another',
    strikes: CHUNKS,
    answer: rewritten((body) => `${body} `),
    limitMs: FAST_MS,
  },
  {
    title: 'has an entry of which one byte is another',
    strikes: ENTRY,
    answer: rewritten((body) => `${body} `),
    limitMs: FAST_MS,
  },
  { title: 'hangs at its entry', strikes: ENTRY, answer: hang, limitMs: HANG_MS },
  { title: 'hangs at a chunk', strikes: CHUNKS, answer: hang, limitMs: HANG_MS },
];

/** Opens `remote` by its address and waits until its region says that it cannot be had. */
async function expectFallback(page: Page, remote: Remote, { title, limitMs }: Fault): Promise<void> {
  await page.goto(remote.path, { waitUntil: 'commit' });
  const startedAt = Date.now();
  await expect(fallbackIn(page)).toBeVisible({ timeout: limitMs + SLACK_MS });
  note(`${remote.name} ${title} (limit ${limitMs})`, startedAt);
  await expectShellStands(page);
}

async function expectRecovery(page: Page, remote: Remote): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(remote.shows(page), `${remote.name} recovers`).toBeVisible({ timeout: SLACK_MS });
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
}

test.describe('One remote', () => {
  const pages = new Map<string, Page>();

  test.beforeAll(async ({ browser, request }) => {
    const open = await signedInPages(request, people.admin);
    for (const { name } of REMOTES) pages.set(name, await open(browser));
  });
  test.afterAll(async () => {
    await Promise.all([...pages.values()].map((page) => page.context().close()));
    printMeasured();
  });

  for (const fault of REMOTE_FAULTS) {
    test(`When a remote ${fault.title}, then its region says so, the rest works, and Réessayer recovers`, async () => {
      const cell = async (remote: Remote): Promise<void> => {
        const page = pages.get(remote.name);
        if (page === undefined) throw new Error(`no page for ${remote.name}`);
        const struck = ({ pathname }: URL): boolean =>
          pathname.startsWith(`/remotes/${remote.name}/`) && fault.strikes.test(pathname);
        await page.route(struck, fault.answer);
        await expectFallback(page, remote, fault);
        await expectOthersShow(page, remote);
        await follow(page, remote);
        await expect(fallbackIn(page)).toBeVisible({ timeout: SLACK_MS });
        await page.unroute(struck);
        await expectRecovery(page, remote);
      };
      await Promise.all(REMOTES.map(cell));
    });
  }
});

/** What a screen asks for only when one goes there. */
const LATE_PARTS = [
  { title: 'script', files: /\/remotes\/reports\/[^/]+\/(?!remoteEntry|routes)[^/]+\.js$/ },
  { title: 'style', files: /\/remotes\/reports\/[^/]+\/(?!remoteEntry|routes)[^/]+\.css$/ },
];

for (const { title, files } of LATE_PARTS)
  test(`When the ${title} of a later screen hangs, then that screen says so, the rest works, and Réessayer recovers`, async ({
    browser,
    request,
  }) => {
    const page = await (await signedInPages(request, people.admin))(browser);
    const dayClose = page.getByRole('link', { name: 'Clôture du jour' });
    const row = page.getByRole('row', { name: 'Solde de clôture' });
    await page.goto(REPORTS.path);
    const asked: string[] = [];
    await page.route(
      ({ pathname }) => files.test(pathname),
      (route) => void asked.push(route.request().url()),
    );
    await dayClose.click();
    const startedAt = Date.now();
    await expect(fallbackIn(page)).toBeVisible({ timeout: HANG_MS + SLACK_MS });
    // Waited for once: a second time would be longer than the region may take.
    expect(asked).toEqual([...new Set(asked)]);
    note(`a ${title} of a later screen hangs`, startedAt);
    await expectShellStands(page);
    await expectOthersShow(page, REPORTS);
    await follow(page, REPORTS);
    await expect(REPORTS.shows(page)).toBeVisible({ timeout: SLACK_MS });
    await dayClose.click();
    await expect(fallbackIn(page)).toBeVisible({ timeout: HANG_MS + SLACK_MS });
    await page.unrouteAll();
    await expectRecovery(page, { ...REPORTS, shows: () => row });
    await page.context().close();
    printMeasured();
  });

const REGISTRY_FAULTS: readonly Fault[] = [
  { title: 'down', answer: down, limitMs: FAST_MS },
  { title: 'a page with 404', answer: answers(404, 'text/html', '<h1>404</h1>'), limitMs: FAST_MS },
  { title: 'a page with 200', answer: answers(200, 'text/html', '<h1>Palier</h1>'), limitMs: FAST_MS },
  { title: 'an error 500', answer: answers(500, 'application/json', '{"errors":[]}'), limitMs: FAST_MS },
  { title: 'cut short', answer: rewritten(firstHalf), limitMs: FAST_MS },
  { title: '{}', answer: answers(200, 'application/json', '{}'), limitMs: FAST_MS },
  {
    title: 'about other remotes',
    answer: rewritten((body) => body.replaceAll('"agent":', '"stranger":')),
    limitMs: FAST_MS,
  },
  {
    title: 'naming a script in place of a file',
    answer: rewritten((body) =>
      body.replaceAll(/"entry":"[^"]*"/g, '"entry":"javascript:window.isStruck=1"'),
    ),
    limitMs: FAST_MS,
  },
  {
    title: "naming a stranger's host",
    answer: rewritten((body) => body.replaceAll('"/remotes/', '"https://stranger.example/remotes/')),
    limitMs: FAST_MS,
  },
  {
    title: 'without hashes',
    answer: rewritten((body) => body.replaceAll(/"integrity":\{[^}]*\}/g, '"integrity":{}')),
    limitMs: FAST_MS,
  },
  { title: 'hanging', answer: hang, limitMs: HANG_MS },
];

/** A plain host serves the page as it was built, without the registry in it. */
const withoutRegistry = rewritten((body) =>
  body.replace(/<script type="application\/json".*?<\/script>/s, ''),
);

test.describe('The registry', () => {
  test('When it cannot be used, then the shell stands, nothing foreign runs, and Réessayer recovers', async ({
    browser,
    request,
  }) => {
    test.setTimeout(150_000);
    const page = await (await signedInPages(request, people.admin))(browser);
    const foreign: string[] = [];
    page.on('request', (sent) => {
      if (/stranger\.example|^javascript:/.test(sent.url())) foreign.push(sent.url());
    });
    await page.route(({ pathname }) => pathname === AGENT.path, withoutRegistry);
    for (const fault of REGISTRY_FAULTS) {
      await page.route('**/remotes.json', fault.answer);
      await expectFallback(page, AGENT, { ...fault, title: `registry: ${fault.title}` });
      expect(await page.evaluate(() => 'isStruck' in window)).toBe(false);
      await page.unroute('**/remotes.json');
      await expectRecovery(page, AGENT);
    }
    expect(foreign).toEqual([]);
    await page.context().close();
    printMeasured();
  });

  test('When the page carries a malformed entry for one remote, then the others stand', async ({
    browser,
    request,
  }) => {
    const page = await (await signedInPages(request, people.admin))(browser);
    await page.route(
      ({ pathname }) => pathname === AGENT.path,
      rewritten((body) => body.replaceAll('/remotes/agent/', '/elsewhere/agent/')),
    );
    await page.goto(AGENT.path);
    await expect(fallbackIn(page)).toBeVisible({ timeout: SLACK_MS });
    for (const other of [CASINO, REPORTS]) {
      await follow(page, other);
      await expect(other.shows(page)).toBeVisible({ timeout: SLACK_MS });
    }
    await page.context().close();
  });
});

const leave = async (page: Page): Promise<void> => {
  await logoutIn(page).click();
  await expect(page).toHaveURL(/\/login$/);
  await page.context().close();
};

test('When a remote is down or hangs, then people sign out from it', async ({ browser, request }) => {
  for (const answer of [down, hang]) {
    const page = await (await signedInPages(request, people.admin))(browser);
    await page.route('**/remotes/reports/**', answer);
    await page.goto(REPORTS.path, { waitUntil: 'commit' });
    await expect(fallbackIn(page)).toBeVisible({ timeout: HANG_MS + SLACK_MS });
    await leave(page);
  }
});

test('When three of ten fetches fail, then the remote still shows, or says so and recovers', async ({
  browser,
  request,
}) => {
  const page = await (await signedInPages(request, people.admin))(browser);
  let asked = 0;
  // Not by chance: a fault that comes back must come back in the same way.
  await page.route(
    ({ pathname }) => pathname.startsWith('/remotes/'),
    (route) => {
      asked += 1;
      return asked % 10 < 3 ? route.abort('connectionreset') : route.continue();
    },
  );
  for (const remote of REMOTES) {
    await page.goto(remote.path);
    await expect(remote.shows(page).or(fallbackIn(page))).toBeVisible({ timeout: HANG_MS + SLACK_MS });
    if (await fallbackIn(page).isVisible()) await expectRecovery(page, remote);
  }
  await page.context().close();
});
