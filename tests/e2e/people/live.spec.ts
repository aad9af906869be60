import { expect, rowOf, test } from '../support/test';

test('live balances: open lists and account pages show money that moves elsewhere, without a call', async ({
  page,
  signIn,
  openAs,
  apiAs,
  team,
  newClient,
}) => {
  const poor = await newClient(10);
  const rich = await newClient(20);
  const above = await openAs(team.superadmin);
  await above.goto('/admin');
  await expect(rowOf(above, team.admin)).toBeVisible();
  await signIn(team.admin);
  const socket = page.waitForEvent('websocket');
  const lists: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/user/sub-accounts')) lists.push(request.url());
  });
  await page.goto('/admin?tri=-montant');
  const order = (): Promise<string[]> => page.getByRole('rowheader').allTextContents();
  await expect(rowOf(page, rich)).toContainText('20,00');
  const before = await order();
  await socket;
  const elsewhere = await apiAs(team.admin);
  const children = await elsewhere.post<{ data: { id: number; username: string }[] }>(
    `/user/search?page=0&size=25&username=${poor.username}`,
  );
  const accountPage = await openAs(team.admin);
  await accountPage.goto(`/admin/${children.data[0]?.id}`);
  const firstEvent = accountPage.getByRole('table', { name: 'Activité' }).locator('tbody tr').first();
  await expect(firstEvent).toContainText('10,00');

  const deposit = (receiverUsername: string, amount: number): Promise<unknown> =>
    elsewhere.post('/transactions', { receiverUsername, amount, type: 'DEPOSIT' });
  await deposit(poor.username, 500);
  await deposit(rich.username, 1);
  await expect(rowOf(page, poor)).toContainText('510,00');
  await expect(rowOf(page, rich)).toContainText('21,00');
  expect(await order()).toEqual(before);
  expect(lists).toHaveLength(1);

  await expect(accountPage.getByText('510,00')).toBeVisible();
  await expect(firstEvent).not.toContainText('500,00');
  await accountPage.getByRole('button', { name: 'Afficher les nouveautés' }).click();
  await expect(firstEvent).toContainText('500,00');

  const { balance } = await elsewhere.get<{ balance: number }>('/user/me');
  const shown = balance.toLocaleString('fr-FR', { minimumFractionDigits: 2 }).replace(/\s/g, ' ');
  const withShown = new RegExp(shown.replaceAll(' ', '\\s'));
  await expect(page.getByTestId('balance').first()).toHaveText(withShown);
  await expect(rowOf(above, team.admin)).toHaveText(withShown);
});

test('header: an agent on the home page sees two movements made elsewhere without a reload', async ({
  page,
  signIn,
  apiAs,
  team,
}) => {
  await signIn(team.admin);
  const socket = page.waitForEvent('websocket');
  await page.goto('/home');
  await socket;
  const elsewhere = await apiAs(team.admin);
  const header = page.getByTestId('balance').first();
  for (const amount of [3, 4]) {
    await elsewhere.post('/transactions', {
      receiverUsername: team.client.username,
      amount,
      type: 'DEPOSIT',
    });
    const { balance } = await elsewhere.get<{ balance: number }>('/user/me');
    const shown = balance.toLocaleString('fr-FR', { minimumFractionDigits: 2 }).replace(/\s/g, '\\s');
    await expect(header).toHaveText(new RegExp(shown));
  }
});
