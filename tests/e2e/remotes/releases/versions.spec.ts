import type { Page } from '@playwright/test';
import { editDescription, faultRemote, forceActive, publish, test, withEntry } from '../../support/releases';
import { expectRestWorks, fallbackIn, faultScreenIn, REPORTS } from '../../support/remotes';
import { demo, expect } from '../../support/test';

/** Libraries of the page, each with the range that a remote was built for. */
type Ranges = Readonly<Record<string, string>>;

const OLDER: Ranges = { react: '^19.1.0', 'react/jsx-runtime': '^19.1.0', 'react-dom': '^19.1.0' };
/** Ranges that exclude the major version of the page's libraries. */
const FOREIGN: Ranges = {
  react: '^18.3.1',
  'react-dom': '^18.3.1',
  '@palier/shared/router': '^9.0.0',
  '@palier/shared/rxjs': '^9.0.0',
  '@palier/shared/bus': '^9.0.0',
};

/** Edits the entry of a build as if the build had been made with `ranges`. */
const builtFor = (ranges: Ranges) => (entry: string) =>
  Object.entries(ranges).reduce((text, [library, range]) => {
    const need = new RegExp(`requiredVersion:"[^"]*"(?=[^{}]*shareKey:"${library}")`, 'g');
    const edited = text.replace(need, `requiredVersion:"${range}"`);
    if (edited === text) throw new Error(`the entry does not need ${library}`);
    return edited;
  }, entry);

/** How many copies of each shared library the page has. */
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

const ONE_OF_EACH = Object.fromEntries(Object.keys(FOREIGN).map((library) => [library, 1]));

test('remote: one for an older minor of React runs with the page’s copy of every library', async ({
  page,
  signIn,
}) => {
  await publish('0.1.0', await withEntry(await faultRemote(), builtFor(OLDER)));
  await forceActive('0.1.0', { keepsPrevious: false });
  await signIn(demo.admin);
  await page.goto(REPORTS.path);
  // Hooks and portals need the page's React, the address its router, an event its bus.
  await expect(faultScreenIn(page)).toBeVisible();
  await expect(page.getByText(`Stands at ${REPORTS.path}`)).toBeVisible();
  await expect(page.getByText('Outside its region')).toBeVisible();
  await page.getByRole('button', { name: 'Tell' }).click();
  await expect(page.getByText('Told to all').first()).toBeVisible();
  await expectRestWorks(page, REPORTS);
  expect(await copiesIn(page)).toMatchObject(ONE_OF_EACH);
});

test('remote: one for another major of a library or of the contract is refused with the reason', async ({
  page,
  signIn,
}) => {
  const build = await faultRemote();
  const cases: { version: string; reason: string }[] = [];
  for (const [index, [library, range]] of Object.entries(FOREIGN).entries()) {
    const version = `0.2.${index}`;
    await publish(version, await withEntry(build, builtFor({ [library]: range })));
    cases.push({ version, reason: library });
  }
  if ((await publish('0.3.0', build)) === 'added')
    await editDescription('0.3.0', (text) => text.replace(/"contract": "[^"]*"/, '"contract": "^2.0.0"'));
  cases.push({ version: '0.3.0', reason: 'routes contract ^2.0.0' });

  await signIn(demo.admin);
  for (const { version, reason } of cases) {
    await forceActive(version, { keepsPrevious: false });
    const reported = page.waitForRequest((request) => request.url().endsWith('/api/v1/remotes/failures'));
    await page.goto(REPORTS.path);
    await expect(fallbackIn(page), reason).toBeVisible();
    const report = (await reported).postDataJSON() as { reason: string };
    expect(report.reason).toContain(reason);
    expect(await copiesIn(page)).toMatchObject(ONE_OF_EACH);
  }
  await expectRestWorks(page, REPORTS);
});
