import { expect, test, type Browser, type Page } from '@playwright/test';
import { people } from '../support/people';
import { buildFaultRemote, forceActive, liveRegistry, publish, putBack } from '../support/release-store';
import {
  expectOthersShow,
  expectShellStands,
  fallbackIn,
  logoutIn,
  note,
  follow,
  printMeasured,
  REMOTES,
  REPORTS,
  SLACK_MS,
  type Remote,
} from '../support/remotes';
import { signedInPages } from '../support/signed-in-pages';

type Registry = Awaited<ReturnType<typeof liveRegistry>>;
const FAULTY = '0.0.1';

let before: Registry;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  before = await liveRegistry();
  for (const { name } of REMOTES) await publish(name, FAULTY, await buildFaultRemote(name));
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
      await expectOthersShow(page, remote);
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

test('When a remote throws as one leaves its screen, then the next screen and the login stand all the same', async ({
  browser,
  request,
}) => {
  await forceActive('reports', FAULTY, { keepsPrevious: false });
  const page = await openWith(await signedInPages(request, people.admin), browser, 'leave');
  await page.goto(REPORTS.path);
  await expect(page.getByRole('heading', { name: 'Fault build' })).toBeVisible();
  await expectOthersShow(page, REPORTS);
  await follow(page, REPORTS);
  await expect(page.getByRole('heading', { name: 'Fault build' })).toBeVisible();
  await logoutIn(page).click();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await page.context().close();
});

for (const remote of REMOTES)
  test(`When a handler or a promise of ${remote.name} throws, then no screen falls and the server is told`, async ({
    browser,
    request,
  }) => {
    await forceActive(remote.name, FAULTY, { keepsPrevious: false });
    const page = await openWith(await signedInPages(request, people.admin), browser, 'promise');
    const reports: unknown[] = [];
    page.on('request', (sent) => {
      if (sent.url().endsWith('/api/v1/remotes/failures')) reports.push(sent.postDataJSON());
    });
    await page.goto(remote.path);
    await page.getByRole('button', { name: 'Fail' }).click();
    await expect(() => {
      const reasons = ['fault build: promise', 'fault build: handler'];
      expect(reports).toEqual(
        reasons.map((reason) => ({
          remote: remote.name,
          version: FAULTY,
          stage: 'handler',
          reason: `Error: ${reason}`,
        })),
      );
    }).toPass();
    await expect(page.getByRole('heading', { name: 'Fault build' })).toBeVisible();
    await expectShellStands(page);
    await expectOthersShow(page, remote);
    await page.context().close();
  });

/** A fact that the remote tells reaches the shell. */
async function expectBusAlive(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Tell' }).click();
  await expect(page.getByText('Told to all').first()).toBeVisible();
}

test('When a listener of a remote throws, then everybody else hears the fact', async ({
  browser,
  request,
}) => {
  await forceActive('reports', FAULTY, { keepsPrevious: false });
  const page = await openWith(await signedInPages(request, people.admin), browser, 'listener');
  const thrown: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('fault build: listener')) thrown.push(message.text());
  });
  await page.goto(REPORTS.path);
  await expectBusAlive(page);
  expect(thrown[0]).toContain('bus: a listener of notice/raised threw');
  await expectShellStands(page);
  await page.context().close();
});

test('When a remote loops for 3 s, then the page answers again, all else works, and the server is told', async ({
  browser,
  request,
}) => {
  await forceActive('reports', FAULTY, { keepsPrevious: false });
  const page = await openWith(await signedInPages(request, people.admin), browser, 'loop');
  const told = page.waitForRequest((sent) => sent.url().endsWith('/api/v1/remotes/failures'));
  await page.goto(REPORTS.path, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Fault build' })).toBeVisible();
  await expectBusAlive(page);
  await expectShellStands(page);
  expect((await told).postDataJSON()).toMatchObject({
    remote: 'reports',
    version: FAULTY,
    stage: 'handler',
    reason: expect.stringMatching(/^the page stood still for \d+ s$/),
  });
  await expectOthersShow(page, REPORTS);
  await page.context().close();
});
