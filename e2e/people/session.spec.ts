import { expect, test, type Page } from '@playwright/test';
import { people, signIn } from '../support/people';

/** Shortly before an access token's 15 minutes are over. */
const NEARLY_OVER_MS = 14.5 * 60_000;

test('When the access token is about to expire, then it is renewed quietly and the session goes on', async ({
  page,
}) => {
  await signIn(page, people.client);
  const before = await page.evaluate(() => sessionStorage.getItem('refreshToken'));
  // Before the clock jumps: what the socket reads of itself may be the first call that renews.
  const renewed = page.waitForResponse('**/api/v1/auth/refresh-token');
  await page.clock.setFixedTime(Date.now() + NEARLY_OVER_MS);
  await page.getByRole('link', { name: 'Historique' }).click();
  expect((await renewed).status()).toBe(200);
  await expect(page.getByRole('table')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('refreshToken'))).not.toBe(before);
});

/** The tab with its session storage, as the browser's "Duplicate tab" copies it. */
async function duplicate(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await page.evaluate(() => void window.open(window.location.href));
  const copy = await opened;
  await expect(copy.getByRole('heading', { name: 'Casino Games' })).toBeVisible();
  return copy;
}

test('When one of two tabs with the same tokens renews them again and again, then both stay signed in', async ({
  page,
}) => {
  await signIn(page, people.client);
  const copy = await duplicate(page);
  const renewalOf = (tab: Page) => tab.evaluate(() => sessionStorage.getItem('refreshToken'));
  const renewIn = async (tab: Page, link: string): Promise<void> => {
    const renewed = tab.waitForResponse('**/api/v1/auth/refresh-token');
    await tab.evaluate(() => sessionStorage.setItem('tokensReceivedAt', '0'));
    await tab.getByRole('link', { name: link }).click();
    expect((await renewed).status()).toBe(200);
    await expect.poll(async () => (await renewalOf(copy)) === (await renewalOf(page))).toBe(true);
  };
  // Twice: once a token's successor has been used, the server takes the token itself for stolen.
  await renewIn(page, 'Historique');
  await renewIn(page, 'Paramètres');
  await renewIn(copy, 'Historique');
  await expect(copy.getByRole('table')).toBeVisible();
  await page.getByRole('link', { name: 'Accueil' }).click();
  await expect(page.getByRole('heading', { name: 'Casino Games' })).toBeVisible();
});

test('When the browser refuses its storage, then one signs in all the same, for as long as the page is open', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    // As Firefox does.
    window.BroadcastChannel = class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        throw new DOMException('The operation is insecure.', 'SecurityError');
      }
    };
  });
  await signIn(page, people.client);
  await page.getByRole('link', { name: 'Historique' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
});

test('When a new tab finds isLogged but no token, and nothing in storage can be read, then login shows, nothing protected is painted, and one can sign in', async ({
  page,
}) => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('seen') === null) {
      sessionStorage.setItem('seen', 'yes');
      localStorage.setItem('isLogged', 'true');
      localStorage.setItem('user', '{');
      localStorage.setItem('palier.remotes.crashes', '{');
      sessionStorage.setItem('palier.remotes.override', '{');
      sessionStorage.setItem('palier.agent.attempt.1', '{');
    }
    const isProtected = () => document.querySelector('[data-testid="balance"], nav') !== null;
    new MutationObserver(() => {
      if (isProtected()) Object.assign(window, { hasPainted: true });
    }).observe(document, { childList: true, subtree: true });
  });
  const thrown: string[] = [];
  page.on('pageerror', ({ message }) => thrown.push(message));
  for (const path of ['/home', '/admin', '/report', '/settings']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    expect(await page.evaluate(() => 'hasPainted' in window), path).toBe(false);
  }
  await signIn(page, people.admin);
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Rechercher' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Rechercher' })).toBeVisible();
  expect(thrown).toEqual([]);
});

test('When the address names another site or climbs out of a screen, then one stays here, and finds nothing', async ({
  page,
  baseURL,
}) => {
  await page.goto('/login?next=//evil.test');
  await page.getByLabel('Username').fill(people.admin.username);
  await page.getByLabel('Password').fill(people.admin.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(`${baseURL}/home`);
  for (const path of [
    '/game/..%2f',
    '/game/..%2f..%2fadmin',
    '/%2f%2fevil.test',
    '/%00',
    `/${'x'.repeat(5_000)}`,
  ]) {
    await page.goto(path);
    await expect(page.getByText('404 Not Found')).toBeVisible();
    expect(new URL(page.url()).origin).toBe(baseURL);
  }
});
