import { demo, expect, test, type HistoryPage } from '../support/test';

test('command bar: an admin deposits to a named client in three interactions from the home page', async ({
  page,
  signIn,
  apiAs,
  team,
}) => {
  await signIn(team.admin);
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  // Enter right after the last key, before the account is found.
  await page.getByRole('combobox').pressSequentially(`${team.client.username} 7\n`);
  await expect(page.getByLabel('Montant')).toHaveValue('7');
  await page.keyboard.press('Enter');

  const admin = await apiAs(team.admin);
  await expect
    .poll(async () => (await admin.get<HistoryPage>('/transactions/history/outgoing?page=0&size=25')).data[0])
    .toMatchObject({ targetUsername: team.client.username, amount: 7, initiatorTransactionType: 'DEPOSIT' });
});

test('command bar on a phone: a button opens it, Escape closes it, and a tap opens an account', async ({
  page,
  signIn,
  apiAs,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(demo.capo);
  await page.goto('/home');
  const button = page.getByRole('button', { name: 'Trouver un compte ou un écran' });
  await button.click();
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button).toBeFocused();

  await button.click();
  await page.getByRole('combobox').fill('client');
  const option = page.getByRole('option', { name: /^client Client · superadmin › admin/ });
  await option.click();
  const capo = await apiAs(demo.capo);
  const { accounts } = await capo.get<{ accounts: { id: number }[] }>('/user/find?query=client');
  await expect(page).toHaveURL(`/admin/${accounts[0]?.id}`);
});
