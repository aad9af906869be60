import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import {
  faultRemote,
  forceActive,
  forceCanary,
  publish,
  relabelledReports,
  release,
  STORE,
  test,
} from '../../support/releases';
import { AGENT, CASINO, expectRecovery, fallbackIn, follow, REPORTS } from '../../support/remotes';
import { demo, expect, type Account } from '../../support/test';

const SHELL = path.resolve(import.meta.dirname, '../../../../shell/dist');
const NEXT = '7.0.0';
const PRUNED = '7.1.0';
const THROWING = '8.0.0';

/** Every file of the shell with the hash of its content. */
async function shellFiles(): Promise<string[]> {
  const files = (await readdir(SHELL)).sort();
  return Promise.all(
    files.map(async (file) => {
      const content = await readFile(path.join(SHELL, file));
      return `${file} ${createHash('sha256').update(content).digest('hex')}`;
    }),
  );
}

test.beforeAll(async () => {
  const changed = await relabelledReports('Montrer');
  for (const version of [NEXT, PRUNED]) await publish(version, changed);
});

const oldVersion = (page: Page) => page.getByRole('button', { name: 'Afficher' });
const newVersion = (page: Page) => page.getByRole('button', { name: 'Montrer' });

test('release: an open tab keeps its version at an activation, and the next visit gets the new one', async ({
  page,
  signIn,
  openAs,
  initial,
}) => {
  const shell = await shellFiles();
  await signIn(demo.admin);
  await page.goto(REPORTS.path);
  await expect(oldVersion(page)).toBeVisible();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));

  await forceActive(NEXT);

  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.getByRole('link', { name: 'Clôture du jour' }).click();
  await expect(page.getByRole('row', { name: 'Solde de clôture' })).toBeVisible();
  const chunks = requested.filter((file) => file.startsWith('/remotes/reports/') && file.endsWith('.js'));
  const folder = `/remotes/reports/${initial.remotes.reports?.active}/`;
  expect(chunks.length).toBeGreaterThan(0);
  expect(chunks.filter((file) => !file.startsWith(folder))).toEqual([]);
  for (const remote of [CASINO, AGENT]) {
    await follow(page, remote);
    await expect(remote.content(page)).toBeVisible();
  }
  await follow(page, REPORTS);
  await oldVersion(page).click();
  expect(errors).toEqual([]);

  const next = await openAs(demo.admin);
  await next.goto(REPORTS.path);
  await expect(newVersion(next)).toBeVisible();
  expect(await shellFiles()).toEqual(shell);
});

test('release: Réessayer loads the active version in a tab whose version was deleted', async ({
  page,
  signIn,
  initial,
}) => {
  await forceActive(PRUNED);
  await signIn(demo.admin);
  await page.goto(REPORTS.path);
  await expect(newVersion(page)).toBeVisible();
  for (const version of [NEXT, initial.remotes.reports?.active ?? '']) await forceActive(version);
  await rm(path.join(STORE, 'reports', PRUNED), { recursive: true });
  await page.getByRole('link', { name: 'Clôture du jour' }).click();
  await expect(fallbackIn(page)).toBeVisible();
  await expectRecovery(page, page.getByRole('row', { name: 'Solde de clôture' }));
  await follow(page, REPORTS);
  await expect(oldVersion(page)).toBeVisible();
});

test('release: users see the version before one that throws, and status lists the failure', async ({
  page,
  signIn,
}) => {
  await publish(THROWING, await faultRemote());
  await forceActive(NEXT);
  await forceActive(THROWING);
  await page.addInitScript(() => localStorage.setItem('fault', 'render'));
  await signIn(demo.admin);
  const reported = page.waitForResponse((response) => response.url().endsWith('/api/v1/remotes/failures'));
  await page.goto(REPORTS.path);
  await expect(newVersion(page)).toBeVisible();
  await reported;

  const status = await release('status');
  expect(status.output).toMatch(new RegExp(`active +${THROWING}`));
  expect(status.output).toMatch(new RegExp(`\\*reports ${THROWING} +\\d+ × render, .*fault build: render`));
});

test('canary: only an agent and everyone below see it, and their mounts are counted', async ({
  openAs,
  initial,
}) => {
  await forceActive(NEXT);
  const canary = initial.remotes.reports?.active ?? '';
  const expectShown = async (account: Account, shown: (page: Page) => ReturnType<Page['locator']>) => {
    const page = await openAs(account);
    const reported = page.waitForResponse((response) => response.url().endsWith('/api/v1/remotes/reports'));
    await page.goto(REPORTS.path);
    await expect(shown(page), account.username).toBeVisible();
    return reported;
  };
  await forceCanary(canary, 'superadmin');
  for (const [account, shown, version] of [
    [demo.admin, oldVersion, canary],
    [demo.superadmin, oldVersion, canary],
    [demo.capo, newVersion, NEXT],
  ] as const) {
    const reported = await expectShown(account, shown);
    expect(reported.status()).toBe(204);
    expect(reported.request().postDataJSON()).toEqual({ remote: 'reports', version });
  }
  const counts = '0 of 2 sessions failed, of the active version 0 of 1 sessions failed: too few reports';
  expect((await release('status')).output).toContain(counts);
  expect((await release('canary', 'reports', '--off')).code).toBe(0);
  const page = await openAs(demo.admin);
  await page.goto(REPORTS.path);
  await expect(newVersion(page)).toBeVisible();
});
