import { demo, expect, test } from '../support/test';

test('network: a capo sees the week of a super admin in three interactions from the home page', async ({
  page,
  signIn,
  apiAs,
}) => {
  await signIn(demo.capo);
  await page.goto('/home');
  await page.getByRole('link', { name: 'Rapport', exact: true }).click();
  await page.getByRole('link', { name: 'Réseau', exact: true }).click();
  const row = page.getByRole('row', { name: demo.superadmin.username }).first();
  await row.getByRole('link', { name: demo.superadmin.username, exact: true }).click();

  await expect(page.getByRole('heading', { name: `Réseau de ${demo.superadmin.username}` })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cette semaine' })).toBeVisible();
  await expect(page.getByText(/, chiffres à \d\d:\d\d$/)).toBeVisible();
  // The whole week before stands beside.
  await expect(page.getByRole('columnheader', { name: /^\d+(er)?.*–.*\d/ })).toBeVisible();
  const superadmin = await apiAs(demo.superadmin);
  const { totalElements } = await superadmin.post<{ totalElements: number }>(
    '/user/sub-accounts?page=0&size=25',
  );
  await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(totalElements);
});

test('network: a click of the mouse anywhere on a column head sorts the rows', async ({ page, signIn }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(demo.admin);
  await page.goto('/report/network');
  for (const name of ['Net', 'Retiré', 'Joueurs avec mises']) {
    const head = page.getByRole('columnheader', { name, exact: true });
    await expect(head).toBeVisible();
    const { width, height } = (await head.boundingBox())!;
    const points = [
      { x: 4, y: 4 },
      { x: width / 2, y: height / 2 },
      { x: width - 3, y: height - 4 },
    ];
    for (const [index, position] of points.entries()) {
      // A button held for a while, as a hand holds it: the head is painted as pressed meanwhile.
      await head.click({ position, delay: 80 });
      await expect(head).toHaveAttribute('aria-sort', index % 2 === 0 ? 'descending' : 'ascending');
    }
  }
});
