import type { Page } from '@playwright/test';
import { faultRemote, forceActive, publish, test } from '../../support/releases';
import {
  AGENT,
  expectFallbackAfterLimit,
  expectRecovery,
  expectRestWorks,
  fallbackIn,
  faultScreenIn,
  follow,
  logoutIn,
  REPORTS,
} from '../../support/remotes';
import { demo, expect } from '../../support/test';

const FAULTY = '0.0.1';

test.beforeEach(async () => {
  await publish(FAULTY, await faultRemote());
  await forceActive(FAULTY, { keepsPrevious: false });
});

/** Chooses the fault of the fault remote, which reads the name of the fault from local storage. */
const setFault = (page: Page, fault: string) =>
  page.addInitScript((what) => {
    if (sessionStorage.getItem('fault-set') !== null) return;
    sessionStorage.setItem('fault-set', 'yes');
    localStorage.setItem('fault', what);
  }, fault);

/** Requires that an event of the remote reaches the shell. */
async function expectBusWorks(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Tell' }).click();
  await expect(page.getByText('Told to all').first()).toBeVisible();
}

test('remote: its region says that it throws, the rest works and Réessayer recovers', async ({
  page,
  signIn,
}) => {
  await signIn(demo.admin);
  await page.goto('/home');
  for (const fault of ['load', 'render', 'effect'])
    await test.step(fault, async () => {
      await page.evaluate((what) => localStorage.setItem('fault', what), fault);
      await page.goto(REPORTS.path);
      await expect(fallbackIn(page)).toBeVisible();
      await expectRestWorks(page, REPORTS);
      await follow(page, REPORTS);
      await expect(fallbackIn(page)).toBeVisible();
      await page.evaluate(() => localStorage.removeItem('fault'));
      await expectRecovery(page, faultScreenIn(page));
    });
});

test('remote: links work while a screen never settles, and its region says so after 8 s', async ({
  page,
  signIn,
}) => {
  await page.clock.install();
  await signIn(demo.admin);
  await page.goto('/home');
  for (const fault of ['suspend', 'spin'])
    await test.step(fault, async () => {
      await page.evaluate((what) => localStorage.setItem('fault', what), fault);
      await page.goto(REPORTS.path);
      await expect(fault === 'spin' ? faultScreenIn(page) : page.getByText('Chargement...')).toBeVisible();
      await follow(page, AGENT);
      await expect(AGENT.content(page)).toBeVisible();
      await follow(page, REPORTS);
      await expectFallbackAfterLimit(page);
      await page.evaluate(() => localStorage.removeItem('fault'));
      await expectRecovery(page, faultScreenIn(page));
    });
});

test('remote: the next screen and the login show after one that throws when it is left', async ({
  page,
  signIn,
}) => {
  await setFault(page, 'leave');
  await signIn(demo.admin, { ownSession: true });
  await page.goto(REPORTS.path);
  await expect(faultScreenIn(page)).toBeVisible();
  await expectRestWorks(page, REPORTS);
  await follow(page, REPORTS);
  await expect(faultScreenIn(page)).toBeVisible();
  await logoutIn(page).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
});

test('remote: no screen disappears if a handler or a promise throws, and both are reported', async ({
  page,
  signIn,
}) => {
  await setFault(page, 'promise');
  await signIn(demo.admin);
  const reports: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/remotes/failures')) reports.push(request.postDataJSON());
  });
  await page.goto(REPORTS.path);
  await page.getByRole('button', { name: 'Fail' }).click();
  const report = { remote: 'reports', version: FAULTY, stage: 'handler' };
  await expect
    .poll(() => reports)
    .toEqual(['promise', 'handler'].map((where) => ({ ...report, reason: `Error: fault build: ${where}` })));
  await expect(faultScreenIn(page)).toBeVisible();
  await expectRestWorks(page, REPORTS);
});

test('bus: the other listeners get the event if a listener of a remote throws', async ({ page, signIn }) => {
  await setFault(page, 'listener');
  await signIn(demo.admin);
  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('fault build: listener')) logged.push(message.text());
  });
  await page.goto(REPORTS.path);
  await expectBusWorks(page);
  expect(logged[0]).toContain('bus: a listener of notice/raised threw');
});

test('remote: the page works after a remote looped for 3 s, and the server gets a report', async ({
  page,
  signIn,
}) => {
  await setFault(page, 'loop');
  await signIn(demo.admin);
  const reported = page.waitForRequest((request) => request.url().endsWith('/api/v1/remotes/failures'));
  await page.goto(REPORTS.path, { waitUntil: 'commit' });
  await expect(faultScreenIn(page)).toBeVisible();
  await expectBusWorks(page);
  expect((await reported).postDataJSON()).toMatchObject({
    remote: 'reports',
    version: FAULTY,
    stage: 'handler',
    reason: expect.stringMatching(/^the page stood still for \d+ s$/),
  });
  await expectRestWorks(page, REPORTS);
});
