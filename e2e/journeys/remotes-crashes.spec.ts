import { expect, test, type Browser, type Page } from '@playwright/test';
import { people } from '../support/people';
import { buildFaultRemote, forceActive, liveRegistry, publish, putBack } from '../support/release-store';
import {
  expectShellStands,
  fallbackIn,
  note,
  otherThan,
  follow,
  printMeasured,
  REMOTES,
  REPORTS,
  SLACK_MS,
  type Remote,
} from '../support/remotes';
import { signedInPages } from '../support/signed-in';

type Registry = Awaited<ReturnType<typeof liveRegistry>>;
const FAULTY = '0.0.1';
const SAME_REACT = '0.0.2';
const OTHER_REACT = '0.0.3';
const OTHER_ROUTER = '0.0.4';
/** The entry of a build that was made with another version of a library. */
const builtWith = (range: RegExp, other: string) => (entry: string) => {
  const rewritten = entry.replaceAll(range, other);
  if (rewritten === entry) throw new Error(`the entry names no ${range.source}`);
  return rewritten;
};

let before: Registry;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  before = await liveRegistry();
  for (const { name } of REMOTES) await publish(name, FAULTY, await buildFaultRemote(name));
  const rebuilt = async (version: string, rewrite: (entry: string) => string): Promise<boolean> =>
    publish('reports', version, await buildFaultRemote('reports', { rewrite }));
  await rebuilt(SAME_REACT, builtWith(/\^19\.\d+\.\d+/g, '^19.0.0'));
  await rebuilt(OTHER_REACT, builtWith(/\^19\.\d+\.\d+/g, '^18.3.1'));
  await rebuilt(OTHER_ROUTER, builtWith(/\^0\.1\.\d+/g, '^9.0.0'));
});
test.afterEach(() => putBack(before));
test.afterAll(printMeasured);

/** A tab in which the fault build fails as told, once it is opened. */
async function openWith(
  open: (browser: Browser) => Promise<Page>,
  browser: Browser,
  fault: string,
): Promise<Page> {
  const page = await open(browser);
  await page.addInitScript((what) => {
    if (sessionStorage.getItem('told') !== null) return;
    sessionStorage.setItem('told', 'yes');
    localStorage.setItem('fault', what);
  }, fault);
  return page;
}

for (const fault of ['load', 'render', 'effect']) {
  test(`When a remote throws at ${fault}, then its region says so, the rest works, and Réessayer recovers`, async ({
    browser,
    request,
  }) => {
    test.setTimeout(90_000);
    const open = await signedInPages(request, people.admin);
    const cell = async (remote: Remote): Promise<void> => {
      const page = await openWith(open, browser, fault);
      await page.goto(remote.path, { waitUntil: 'commit' });
      const startedAt = Date.now();
      await expect(fallbackIn(page), `${remote.name} ${fault}`).toBeVisible({ timeout: 5_000 + SLACK_MS });
      note(`${remote.name} throws at ${fault} (limit 5000)`, startedAt);
      await expectShellStands(page);
      const other = otherThan(remote);
      await follow(page, other);
      await expect(other.shows(page)).toBeVisible({ timeout: SLACK_MS });
      await follow(page, remote);
      await expect(fallbackIn(page)).toBeVisible({ timeout: SLACK_MS });
      await page.evaluate(() => {
        localStorage.removeItem('fault');
        Object.assign(window, { isSamePage: true });
      });
      await page.getByRole('button', { name: 'Réessayer' }).click();
      await expect(page.getByRole('heading', { name: 'Fault build' })).toBeVisible({ timeout: SLACK_MS });
      expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
      await page.context().close();
    };
    for (const remote of REMOTES) {
      await forceActive(remote.name, FAULTY, { keepsPrevious: false });
      await cell(remote);
      await putBack(before);
    }
  });
}

test('When a handler or a promise of a remote throws, then no screen falls and the server is told', async ({
  browser,
  request,
}) => {
  await forceActive('reports', FAULTY, { keepsPrevious: false });
  const page = await openWith(await signedInPages(request, people.admin), browser, 'promise');
  const reports: unknown[] = [];
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/v1/remotes/failures')) reports.push(sent.postDataJSON());
  });
  await page.goto(REPORTS.path);
  await page.getByRole('button', { name: 'Fail' }).click();
  await expect(() => {
    const reasons = ['fault build: promise', 'fault build: handler'];
    expect(reports).toEqual(
      reasons.map((reason) => ({
        remote: 'reports',
        version: FAULTY,
        stage: 'handler',
        reason: `Error: ${reason}`,
      })),
    );
  }).toPass();
  await expect(page.getByRole('heading', { name: 'Fault build' })).toBeVisible();
  await expectShellStands(page);
  await page.context().close();
});

/** How many copies of each shared library the page knows. */
const copiesIn = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() => {
    interface Share {
      readonly default?: Record<string, Record<string, object>>;
    }
    const { __FEDERATION__ } = globalThis as { __FEDERATION__?: { __SHARE__?: Record<string, Share> } };
    const copies: Record<string, number> = {};
    for (const share of Object.values(__FEDERATION__?.__SHARE__ ?? {}))
      for (const [library, versions] of Object.entries(share.default ?? {}))
        copies[library] = Math.max(copies[library] ?? 0, Object.keys(versions).length);
    return copies;
  });

const ONE_OF_EACH = {
  react: 1,
  'react-dom': 1,
  '@palier/shared/router': 1,
  '@palier/shared/rxjs': 1,
  '@palier/shared/bus': 1,
};

test('When a remote was built for an older minor of React, then it runs on the page’s one copy of everything', async ({
  browser,
  request,
}) => {
  await forceActive('reports', SAME_REACT, { keepsPrevious: false });
  const page = await (await signedInPages(request, people.admin))(browser);
  await page.goto(REPORTS.path);
  await expect(page.getByRole('heading', { name: 'Fault build' })).toBeVisible();
  const other = otherThan(REPORTS);
  await follow(page, other);
  await expect(other.shows(page)).toBeVisible({ timeout: SLACK_MS });
  expect(await copiesIn(page)).toMatchObject(ONE_OF_EACH);
  await page.context().close();
});

for (const [version, library] of [
  [OTHER_REACT, 'React'],
  [OTHER_ROUTER, 'our libraries'],
] as const) {
  test(`When a remote was built for another major of ${library}, then it is refused and the page keeps one copy`, async ({
    browser,
    request,
  }) => {
    await forceActive('reports', version, { keepsPrevious: false });
    const page = await (await signedInPages(request, people.admin))(browser);
    await page.goto(REPORTS.path);
    await expect(fallbackIn(page)).toBeVisible({ timeout: SLACK_MS });
    await expectShellStands(page);
    expect(await copiesIn(page)).toMatchObject(ONE_OF_EACH);
    await page.context().close();
  });
}
