import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, type Browser, type Page } from '@playwright/test';
import { people, signIn, type Person } from '../support/people';
import {
  buildChangedRemote,
  buildFaultRemote,
  editDescription,
  forceActive,
  liveRegistry,
  publish,
  putBack,
  release,
  storeRoot,
} from '../support/release-store';
import {
  AGENT,
  CASINO,
  fallbackIn,
  follow,
  note,
  printMeasured,
  REPORTS,
  SLACK_MS,
} from '../support/remotes';
import { signedInPages } from '../support/signed-in-pages';

const SHELL = path.resolve(import.meta.dirname, '../../shell/dist');
const NEXT = '7.0.0';
const PRUNED = '7.1.0';
const THROWING = '8.0.0';
/** Versions built for another major of what the shell has. */
const FOREIGN = {
  '9.0.0': ['react', '^18.3.1'],
  '9.0.1': ['@palier/shared/router', '^9.0.0'],
  '9.0.2': ['@palier/shared/rxjs', '^9.0.0'],
  '9.0.3': ['contract', '^2.0.0'],
} as const;
const ALTERED = '9.1.0';

let before: Awaited<ReturnType<typeof liveRegistry>>;

/** Every file of the shell with the hash of its bytes. */
async function shellFiles(): Promise<string[]> {
  const files = (await readdir(SHELL)).sort();
  const hashOf = async (file: string): Promise<string> =>
    `${file} ${createHash('sha256')
      .update(await readFile(path.join(SHELL, file)))
      .digest('hex')}`;
  return Promise.all(files.map(hashOf));
}

test.beforeAll(async () => {
  test.setTimeout(240_000);
  before = await liveRegistry();
  const changed = await buildChangedRemote('reports', 'src/show-form/show-form.messages.ts', (text) =>
    text.replace("'Afficher'", "'Montrer'"),
  );
  for (const version of [NEXT, PRUNED, ALTERED]) await publish('reports', version, changed);
  await publish('reports', THROWING, await buildFaultRemote('reports', { fault: 'render' }));
  for (const [version, [key, range]] of Object.entries(FOREIGN)) {
    const need = new RegExp(`"${key}": "[^"]*"`);
    if (await publish('reports', version, changed))
      await editDescription('reports', version, (text) => text.replace(need, `"${key}": "${range}"`));
  }
  const [chunk] = (await readdir(path.join(storeRoot(), 'reports', ALTERED))).filter((file) =>
    /^routes.*\.js$/.test(file),
  );
  await writeFile(path.join(storeRoot(), 'reports', ALTERED, chunk ?? ''), 'window.isStruck = true;');
});
test.afterAll(async () => {
  await putBack(before);
  printMeasured();
});

const oldVersion = (page: Page) => page.getByRole('button', { name: 'Afficher' });
const newVersion = (page: Page) => page.getByRole('button', { name: 'Montrer' });

async function visit(browser: Browser, open: (browser: Browser) => Promise<Page>): Promise<Page> {
  const page = await open(browser);
  await page.goto(REPORTS.path, { waitUntil: 'commit' });
  return page;
}

test('When a version cannot live in the shell, then the gate says why in a line and users keep what they have', async () => {
  test.setTimeout(120_000);
  const refusals = {
    '9.0.0': /it needs react \^18\.3\.1; the shell has 19\./,
    '9.0.1': /it needs @palier\/shared\/router \^9\.0\.0; the shell has 1\./,
    '9.0.2': /it needs @palier\/shared\/rxjs \^9\.0\.0; the shell has 1\./,
    '9.0.3': /it needs the routes contract \^2\.0\.0; the shell has 1\./,
    [ALTERED]: /its file routes\.\w+\.js differs from the published one/,
    [THROWING]: /its screen \/\w+ does not mount/,
    '6.6.6': /reports 6\.6\.6 is not published/,
  };
  for (const [version, why] of Object.entries(refusals)) {
    const { code, output } = await release('activate', 'reports', version);
    expect(output).toMatch(why);
    expect(code).toBe(1);
  }
  expect((await liveRegistry()).remotes).toEqual(before.remotes);
});

test('When a version is activated under an open tab, then the tab goes on and the next visit has it', async ({
  browser,
  request,
}) => {
  test.setTimeout(120_000);
  const shell = await shellFiles();
  const open = await signedInPages(request, people.admin);
  const tab = await visit(browser, open);
  await expect(oldVersion(tab)).toBeVisible({ timeout: SLACK_MS });
  const complaints: string[] = [];
  tab.on('pageerror', ({ message }) => complaints.push(message));

  const { code, output } = await release('activate', 'reports', NEXT);
  expect(output).toContain(`reports ${NEXT} is active`);
  expect(code).toBe(0);

  const asked: string[] = [];
  tab.on('request', (sent) => asked.push(new URL(sent.url()).pathname));
  // What the open tab asks for only now, a screen that comes in a chunk of its own, is of the version it runs.
  await tab.getByRole('link', { name: 'Clôture du jour' }).click();
  await expect(tab.getByRole('row', { name: 'Solde de clôture' })).toBeVisible({ timeout: SLACK_MS });
  const chunks = asked.filter((file) => file.startsWith('/remotes/reports/') && file.endsWith('.js'));
  expect(chunks.length).toBeGreaterThan(0);
  const folder = `/remotes/reports/${before.remotes.reports?.active}/`;
  expect(chunks.filter((file) => !file.startsWith(folder))).toEqual([]);
  for (const remote of [CASINO, AGENT]) {
    await follow(tab, remote);
    await expect(remote.shows(tab)).toBeVisible({ timeout: SLACK_MS });
  }
  await follow(tab, REPORTS);
  await expect(oldVersion(tab)).toBeVisible({ timeout: SLACK_MS });
  await oldVersion(tab).click();
  expect(complaints).toEqual([]);

  const next = await visit(browser, open);
  await expect(newVersion(next)).toBeVisible({ timeout: SLACK_MS });
  expect(await shellFiles()).toEqual(shell);
  await Promise.all([tab, next].map((page) => page.context().close()));
});

test('When the files of the version that an open tab runs are gone, then its next screen says so and Réessayer brings what is active', async ({
  browser,
  request,
}) => {
  await forceActive('reports', PRUNED);
  const tab = await visit(browser, await signedInPages(request, people.admin));
  await expect(newVersion(tab)).toBeVisible({ timeout: SLACK_MS });
  for (const version of [NEXT, before.remotes.reports?.active ?? '']) await forceActive('reports', version);
  await rm(path.join(storeRoot(), 'reports', PRUNED), { recursive: true });
  await tab.evaluate(() => Object.assign(window, { isSamePage: true }));
  await tab.getByRole('link', { name: 'Clôture du jour' }).click();
  await expect(fallbackIn(tab)).toBeVisible({ timeout: SLACK_MS });
  await tab.getByRole('button', { name: 'Réessayer' }).click();
  await expect(tab.getByRole('row', { name: 'Solde de clôture' })).toBeVisible({ timeout: SLACK_MS });
  await follow(tab, REPORTS);
  await expect(oldVersion(tab)).toBeVisible({ timeout: SLACK_MS });
  expect(await tab.evaluate(() => 'isSamePage' in window)).toBe(true);
  await tab.context().close();
});

test('When an active version throws, then users see the one before, status knows, and rollback takes it away', async ({
  browser,
  request,
}) => {
  test.setTimeout(120_000);
  await forceActive('reports', NEXT);
  await forceActive('reports', THROWING);
  const page = await (await signedInPages(request, people.admin))(browser);
  const told = page.waitForResponse((response) => response.url().endsWith('/api/v1/remotes/failures'));
  await page.goto(REPORTS.path, { waitUntil: 'commit' });
  const startedAt = Date.now();
  await expect(newVersion(page)).toBeVisible({ timeout: 5_000 + SLACK_MS });
  note('the version before stands after a crash on mount (limit 5000)', startedAt);
  await told;

  const status = await release('status');
  expect(status.output).toMatch(new RegExp(`active +${THROWING}`));
  expect(status.output).toMatch(new RegExp(`\\*reports ${THROWING} +\\d+ × render, .*fault build: render`));

  const { code, output, tookMs } = await release('rollback', 'reports');
  note(`rollback, of which the command says ${tookMs} ms`, Date.now() - tookMs);
  expect(output).toContain(`reports ${NEXT} is active again`);
  expect(code).toBe(0);
  const { reports } = (await liveRegistry()).remotes;
  expect(reports?.active).toBe(NEXT);
  expect(Object.keys(reports?.versions ?? {})).not.toContain(THROWING);
  await page.context().close();
});

test('When a canary is for all users, or for the agents below one, then they see it and others do not', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  await forceActive('reports', NEXT);
  const canary = before.remotes.reports?.active ?? '';
  const sees = async (person: Person, shown: (page: Page) => ReturnType<Page['locator']>): Promise<void> => {
    const page = await (await browser.newContext()).newPage();
    await signIn(page, person);
    await follow(page, REPORTS);
    await expect(shown(page), person.username).toBeVisible({ timeout: SLACK_MS });
    await page.context().close();
  };

  expect((await release('canary', 'reports', canary, '--percent', '100')).output).toContain('100 % of users');
  await sees(people.admin, oldVersion);
  expect((await release('canary', 'reports', '--off')).code).toBe(0);
  await sees(people.admin, newVersion);

  const { output } = await release('canary', 'reports', canary, '--subtree', 'superadmin');
  expect(output).toContain('superadmin and everyone below');
  await sees(people.admin, oldVersion);
  await sees(people.superadmin, oldVersion);
  await sees(people.capo, newVersion);
});
