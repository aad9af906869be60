import type { Page } from '@playwright/test';
import { demo, expect, headerBalance, rowOf, storeSession, test } from '../support/test';

/**
 * Presses Tab until the focused element has the name `name`; every element on the way must be visible.
 * Returns the first name.
 */
async function tabTo(page: Page, name: RegExp): Promise<string> {
  const names: string[] = [];
  while (names.length < 80) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toBeVisible();
    names.push(
      await page.evaluate(() => {
        const element = document.activeElement;
        return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim();
      }),
    );
    if (name.test(names.at(-1) ?? '')) return names[0] ?? '';
  }
  throw new Error(`Tab did not reach ${String(name)}: ${names.join(' | ')}`);
}

test('keyboard: an agent without a mouse signs in, pays a client and signs out', async ({
  page,
  baseURL,
  team,
}) => {
  await page.goto('/login?next=//evil.test');
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type(team.admin.username);
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Password')).toBeFocused();
  await page.keyboard.type(team.admin.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${baseURL}/home`);
  await expect(page.getByRole('heading', { name: 'Casino Games' })).toBeFocused();
  const before = await headerBalance(page);

  await page.goto(`/admin?username=${team.client.username}`);
  await expect(rowOf(page, team.client)).toHaveCount(1);
  await tabTo(page, /^Ajouter(?! un)/);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Montant')).toBeFocused();
  await page.keyboard.type('1');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin/);
  await expect.poll(() => headerBalance(page)).toBeCloseTo(before - 1, 2);

  await page.goto('/admin');
  await expect(page.getByRole('table')).toBeVisible();
  expect(await tabTo(page, /^Déconnexion$/)).toBe('Aller au contenu');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/login$/);
});

test('keyboard: the focus is on the title of a screen that a link opens, also while its file loads', async ({
  page,
  signIn,
}) => {
  await signIn(demo.superadmin);
  await page.goto('/home');
  for (const name of ['Rapport', 'Historique', 'Paramètres', 'Admin', 'Rapport']) {
    await page.getByRole('link', { name, exact: true }).first().press('Enter');
    await expect(page.getByRole('heading', { name, level: 1 })).toBeFocused();
  }
  await page.getByRole('link', { name: 'Balance de vérification' }).press('Enter');
  await expect(page.getByText('Comptée le')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Balance de vérification' })).toBeFocused();
});

test('session: a sign-in lasts until a reload if the browser refuses its storage', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    // Firefox refuses channels too when it refuses storage.
    window.BroadcastChannel = class extends BroadcastChannel {
      constructor(name: string) {
        super(name);
        throw new DOMException('The operation is insecure.', 'SecurityError');
      }
    };
  });
  await page.goto('/login');
  await page.getByLabel('Username').fill(demo.client.username);
  await page.getByLabel('Password').fill(demo.client.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL(/\/home/);
  await page.getByRole('link', { name: 'Historique' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
});

test('session: the login opens and nothing protected is painted if the stored session is broken', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.assign(localStorage, { isLogged: 'true', user: '{', 'palier.remotes.crashes': '{' });
    Object.assign(sessionStorage, { 'palier.remotes.override': '{', 'palier.agent.attempt.1': '{' });
    new MutationObserver(() => {
      if (document.querySelector('[data-testid="balance"], nav') !== null)
        Object.assign(window, { hasPainted: true });
    }).observe(document, { childList: true, subtree: true });
  });
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  for (const path of ['/home', '/admin', '/report', '/settings']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    expect(await page.evaluate(() => 'hasPainted' in window), path).toBe(false);
  }
  expect(errors).toEqual([]);
});

test('session: two tabs that share tokens renew them in turn and stay signed in', async ({
  page,
  signIn,
  team,
}) => {
  await signIn(team.client, { ownSession: true });
  await page.goto('/home');
  const opened = page.context().waitForEvent('page');
  // As "Duplicate tab" does, window.open copies the session storage.
  await page.evaluate(() => void window.open(window.location.href));
  const copy = await opened;
  await expect(copy.getByRole('heading', { name: 'Casino Games' })).toBeVisible();
  const refreshTokenOf = (tab: Page) => tab.evaluate(() => sessionStorage.getItem('refreshToken'));
  const renewIn = async (tab: Page, link: string): Promise<void> => {
    const before = await refreshTokenOf(tab);
    await tab.evaluate(() => sessionStorage.setItem('tokensReceivedAt', '0'));
    await tab.getByRole('link', { name: link }).click();
    await expect.poll(() => refreshTokenOf(tab)).not.toBe(before);
    await expect.poll(async () => (await refreshTokenOf(copy)) === (await refreshTokenOf(page))).toBe(true);
  };
  // Renewed twice in one tab: the server takes a refresh token for stolen once the next refresh token has
  // been used.
  await renewIn(page, 'Historique');
  await renewIn(page, 'Paramètres');
  await renewIn(copy, 'Historique');
  await expect(copy.getByRole('table')).toBeVisible();
  await page.getByRole('link', { name: 'Accueil' }).click();
  await expect(page.getByRole('heading', { name: 'Casino Games' })).toBeVisible();
});

test('back-forward cache: a page opened before shows no account after a sign-out and Back', async ({
  playwright,
  baseURL,
  launchOptions,
  loginOf,
  team,
}) => {
  // Playwright disables the back-forward cache, from which browsers restore a page on Back.
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  const page = await browser.newPage({ baseURL: baseURL ?? '' });
  await storeSession(page, baseURL ?? '', await loginOf(team.admin, { ownSession: true }));
  await page.goto('/admin');
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await expect(page).toHaveURL(/\/login$/);
  const reloaded = page.waitForRequest(
    (request) => request.isNavigationRequest() && request.url().endsWith('/admin'),
  );
  // Not goBack, which waits for events that a restored page does not send.
  await page.evaluate(() => void setTimeout(() => window.history.back()));
  await reloaded;
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(page.locator('tbody tr')).toHaveCount(0);
  await browser.close();
});
