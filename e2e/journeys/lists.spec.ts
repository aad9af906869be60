import { expect, test } from '@playwright/test';
import { people, signIn } from '../support/people';

test("When letters are typed fast before others, then the history's filter keeps each in its place", async ({
  page,
}) => {
  await signIn(page, people.admin);
  await page.goto('/history?filtre=ent');
  const box = page.getByRole('searchbox');
  await expect(box).toHaveValue('ent');
  await box.focus();
  await page.keyboard.press('Home');
  await page.keyboard.type('cli');
  await expect(box).toHaveValue('client');
  await expect(page).toHaveURL(/filtre=client$/);
});

test('When a page of a list is turned on a slow line, then the pager and the focus stay until it is read', async ({
  page,
}) => {
  await signIn(page, people.admin);
  for (const path of ['/admin', '/history']) {
    await page.goto(path);
    const second = page.getByRole('button', { name: 'Page 2', exact: true });
    await expect(second).toBeVisible();
    await page.route('**/api/v1/{user,transactions}/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    await second.click();
    await expect(page.getByText('Chargement...')).toBeVisible();
    await expect(second).toBeFocused();
    await expect(page.getByText('Chargement...')).toHaveCount(0);
    await expect(second).toBeFocused();
    await page.unrouteAll({ behavior: 'wait' });
  }
});
