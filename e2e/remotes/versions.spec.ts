import { expect, test, type Page } from '@playwright/test';
import { people } from '../support/people';
import {
  buildFaultRemote,
  editDescription,
  forceActive,
  liveRegistry,
  publish,
  putBack,
  withEntry,
} from '../support/release-store';
import { expectOthersShow, expectShellStands, fallbackIn, REPORTS, SLACK_MS } from '../support/remotes';
import { signedInPages } from '../support/signed-in-pages';

/** Libraries of the page, each with the range that a remote was built for. */
type Ranges = Readonly<Record<string, string>>;

const OLDER_MINOR = '0.0.1';
const OLDER: Ranges = { react: '^19.0.0', 'react/jsx-runtime': '^19.0.0', 'react-dom': '^19.0.0' };

/** Another major of what the page has, by the version that was built for it. */
const FOREIGN: Readonly<Record<string, readonly [library: string, range: string]>> = {
  '0.1.1': ['react', '^18.3.1'],
  '0.1.2': ['react-dom', '^18.3.1'],
  '0.1.3': ['@palier/shared/router', '^9.0.0'],
  '0.1.4': ['@palier/shared/rxjs', '^9.0.0'],
  '0.1.5': ['@palier/shared/bus', '^9.0.0'],
};
const OTHER_CONTRACT = '0.1.6';

/** The entry of a build that was made with other versions of some libraries. */
const builtFor = (ranges: Ranges) => (entry: string) =>
  Object.entries(ranges).reduce((text, [library, range]) => {
    const need = new RegExp(`requiredVersion:"[^"]*"(?=[^{}]*shareKey:"${library}")`, 'g');
    const rewritten = text.replace(need, `requiredVersion:"${range}"`);
    if (rewritten === text) throw new Error(`the entry does not need ${library}`);
    return rewritten;
  }, entry);

let before: Awaited<ReturnType<typeof liveRegistry>>;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  before = await liveRegistry();
  const build = await buildFaultRemote('reports');
  await publish('reports', OLDER_MINOR, await withEntry(build, builtFor(OLDER)));
  for (const [version, [library, range]] of Object.entries(FOREIGN))
    await publish('reports', version, await withEntry(build, builtFor({ [library]: range })));
  if (await publish('reports', OTHER_CONTRACT, build))
    await editDescription('reports', OTHER_CONTRACT, (text) =>
      text.replace(/"contract": "[^"]*"/, '"contract": "^2.0.0"'),
    );
});
test.afterAll(() => putBack(before));

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
  await forceActive('reports', OLDER_MINOR, { keepsPrevious: false });
  const page = await (await signedInPages(request, people.admin))(browser);
  await page.goto(REPORTS.path);
  // Hooks and portals need the page's React, the address its router, and what is told its bus.
  await expect(page.getByRole('heading', { name: 'Fault build' })).toBeVisible();
  await expect(page.getByText(`Stands at ${REPORTS.path}`)).toBeVisible();
  await expect(page.getByText('Outside its region')).toBeVisible();
  await page.getByRole('button', { name: 'Tell' }).click();
  await expect(page.getByText('Told to all').first()).toBeVisible();
  await expectOthersShow(page, REPORTS);
  expect(await copiesIn(page)).toMatchObject(ONE_OF_EACH);
  await page.context().close();
});

const REFUSED = [
  ...Object.entries(FOREIGN).map(([version, [library]]) => ({ version, library, says: library })),
  { version: OTHER_CONTRACT, library: 'the routes contract', says: 'routes contract ^2.0.0' },
];

for (const { version, library, says } of REFUSED) {
  test(`When a remote was built for another major of ${library}, then it is refused, says why, and the page keeps one copy`, async ({
    browser,
    request,
  }) => {
    await forceActive('reports', version, { keepsPrevious: false });
    const page = await (await signedInPages(request, people.admin))(browser);
    const told = page.waitForRequest((sent) => sent.url().endsWith('/api/v1/remotes/failures'));
    await page.goto(REPORTS.path);
    await expect(fallbackIn(page)).toBeVisible({ timeout: SLACK_MS });
    const { reason } = (await told).postDataJSON() as { reason: string };
    expect(reason).toContain(says);
    await expectShellStands(page);
    await expectOthersShow(page, REPORTS);
    expect(await copiesIn(page)).toMatchObject(ONE_OF_EACH);
    await page.context().close();
  });
}
