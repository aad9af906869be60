import { expect, test } from '@playwright/test';
import { people, signIn } from '../support/people';

/** Shortly before an access token's 15 minutes are over. */
const NEARLY_OVER_MS = 14.5 * 60_000;

test('When the access token is about to expire, then it is renewed quietly and the session goes on', async ({
  page,
}) => {
  await signIn(page, people.client);
  const before = await page.evaluate(() => sessionStorage.getItem('refreshToken'));
  await page.clock.setFixedTime(Date.now() + NEARLY_OVER_MS);
  const renewed = page.waitForResponse('**/api/v1/auth/refresh-token');
  await page.getByRole('link', { name: 'Historique' }).click();
  expect((await renewed).status()).toBe(200);
  await expect(page.getByRole('table')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('refreshToken'))).not.toBe(before);
});
