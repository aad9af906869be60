import { expect, test } from '@playwright/test';
import { people, signIn } from '../support/people';

/** Playwright turns off what every browser does at Back: it shows the page that was left as it was left, out of its memory. */
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
});

test('When an agent has signed out in a page opened after another, then Back to that one shows no account any more', async ({
  page,
}) => {
  await signIn(page, people.admin);
  await page.goto('/admin');
  await expect(page.locator('tbody tr').first()).toBeVisible();
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await expect(page).toHaveURL(/\/login$/);
  const asked = page.waitForRequest(
    (request) => request.isNavigationRequest() && request.url().endsWith('/admin'),
  );
  // Not goBack, which waits for what a page out of the memory does not do.
  await page.evaluate(() => void setTimeout(() => window.history.back()));
  await asked;
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await expect(page.locator('tbody tr')).toHaveCount(0);
});
