import { expect, test } from '@playwright/test';
import {
  apiAs,
  amountOf,
  headerBalance,
  people,
  signIn,
  freshName,
  type HistoryPage,
} from '../support/people';

test('When an admin adds 10 to a client, then balance, history, incoming and report all follow', async ({
  page,
  request,
}) => {
  const asClient = await apiAs(request, people.client);
  const incomingBefore = await asClient<HistoryPage>('/transactions/history/incoming?page=0&size=10');

  await signIn(page, people.admin);
  await page.getByRole('link', { name: 'Rapport' }).click();
  await page.getByRole('button', { name: 'Afficher' }).click();
  const inCell = page.locator('td[data-label="In"]').first();
  await expect(inCell).toBeVisible();
  const inBefore = amountOf((await inCell.textContent()) ?? '');

  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  const search = page.getByRole('searchbox').or(page.getByRole('textbox')).first();
  await search.fill('client');
  await page.getByRole('button', { name: 'Rechercher' }).click();
  const row = page.getByRole('row').filter({ has: page.getByText('client', { exact: true }) });
  await expect(row).toHaveCount(1);
  const before = await headerBalance(page);
  await row.getByRole('link', { name: /Ajouter/ }).click();
  await expect(page).toHaveURL(/\/refund\/\d+/);
  await page.getByRole('spinbutton').or(page.locator('input[inputmode]')).first().fill('10');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin/);
  await expect.poll(() => headerBalance(page)).toBeCloseTo(before - 10, 2);

  await page.goto('/history');
  const newest = page.locator('tbody tr').first();
  await expect(newest).toContainText('client');
  await expect(newest).toContainText('Ajouter');
  await expect(newest).toContainText('10,00');

  await page.getByRole('link', { name: 'Rapport' }).click();
  await page.getByRole('button', { name: 'Afficher' }).click();
  await expect.poll(async () => amountOf((await inCell.textContent()) ?? '')).toBeCloseTo(inBefore + 10, 2);

  const incoming = await asClient<HistoryPage>('/transactions/history/incoming?page=0&size=10');
  expect(incoming.totalElements).toBe(incomingBefore.totalElements + 1);
  expect(incoming.data[0]).toMatchObject({ initiatorTransactionType: 'DEPOSIT', amount: 10 });
});

test('When a super admin adds to its admin, then the admin reads it under Transactions', async ({ page }) => {
  await signIn(page, people.superadmin);
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  const row = page.getByRole('row').filter({ has: page.getByText('admin', { exact: true }) });
  await row.getByRole('link', { name: /Ajouter/ }).click();
  await page.getByRole('spinbutton').or(page.locator('input[inputmode]')).first().fill('77');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin/);
  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, people.admin);
  await page.getByRole('link', { name: 'Transactions' }).click();
  const newest = page.getByRole('table').last().locator('tbody tr').first();
  await expect(newest).toContainText('superadmin');
  await expect(newest).toContainText('77,00');
});

for (const [creator, balance] of [
  [people.superadmin, '25'],
  [people.capo, '0'],
] as const) {
  test(`When ${creator.username} creates an account one level down, then the recap prints and it can sign in`, async ({
    page,
  }) => {
    const created = { username: freshName(creator.username), password: 'Nouveau1234' };
    await signIn(page, creator);
    await page.getByRole('link', { name: 'Admin', exact: true }).click();
    await page.getByRole('link', { name: 'Ajouter un nouveux Utilisateur' }).click();
    await page.getByLabel('Nom', { exact: true }).fill(created.username);
    await page.getByLabel('Mot de passe').fill(created.password);
    await page.getByLabel('Montant').fill(balance);
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText("Afficher l'utilisateur")).toBeVisible();
    await expect(page.getByText(created.password)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Imprimer' })).toBeVisible();
    await page.getByRole('button', { name: 'Déconnexion' }).click();
    await expect(page).toHaveURL(/\/login$/);
    await signIn(page, created);
    await expect.poll(() => headerBalance(page)).toBeCloseTo(Number(balance), 2);
  });
}

test('When the recap has shown a password, then the browser keeps it nowhere, and once left it is gone', async ({
  page,
}) => {
  const password = 'Recapitule77';
  await signIn(page, people.admin);
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await page.getByRole('link', { name: 'Ajouter un nouveux Utilisateur' }).click();
  await page.getByLabel('Nom', { exact: true }).fill(freshName('recap'));
  await page.getByLabel('Mot de passe').fill(password);
  await page.getByLabel('Montant').fill('0');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText(password)).toBeVisible();
  const kept = () =>
    page.evaluate(async () => {
      const databases = await indexedDB.databases();
      return JSON.stringify([
        [window.location.href, window.history.state, document.title, document.cookie],
        [{ ...localStorage }, { ...sessionStorage }, await caches.keys(), databases],
      ]);
    });
  expect(await kept()).not.toContain(password);

  await page.getByRole('link', { name: 'Accueil', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Casino Games' })).toBeVisible();
  expect(await kept()).not.toContain(password);
  await page.goBack();
  await expect(page).toHaveURL(/\/admin\/create$/);
  await expect(page.getByLabel('Mot de passe')).toHaveValue('');
  await expect(page.getByText(password)).toHaveCount(0);
});

test("When an admin withdraws more than the balance, then the refusal is the spec's and nothing moves", async ({
  page,
}) => {
  await signIn(page, people.admin);
  await page.goto('/admin?username=client');
  const row = page.getByRole('row').filter({ has: page.getByText('client', { exact: true }) });
  const before = await headerBalance(page);
  await row.getByRole('link', { name: /Retirer/ }).click();
  await page.getByRole('spinbutton').or(page.locator('input[inputmode]')).first().fill('99999999');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Le montant à retirer dépasse le solde disponible.')).toBeVisible();
  expect(await headerBalance(page)).toBeCloseTo(before, 2);
});

test('When an amount is typed or pasted with a comma, then it is what was written, not a hundred times as much', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, people.admin);
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/transactions'))
      sent.push(request.postDataJSON());
  });
  await page.goto('/admin?username=client');
  const row = page.getByRole('row').filter({ has: page.getByText('client', { exact: true }) });
  await row.getByRole('link', { name: /Ajouter/ }).click();
  const amount = page.getByLabel('Montant');
  await expect(amount).toBeFocused();
  await page.keyboard.type('2,50');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Le montant doit être un nombre valide.');
  expect(sent).toEqual([]);
  for (const [copied, pasted] of [
    ['2,000.00', ''],
    ['2,00', '2.00'],
  ] as const) {
    await amount.fill('');
    await page.evaluate((text) => navigator.clipboard.writeText(text), copied);
    await amount.press('ControlOrMeta+V');
    await expect(amount).toHaveValue(pasted);
    await amount.press('Enter');
  }
  await expect(page).toHaveURL(/\/admin/);
  expect(sent).toMatchObject([{ amount: 2 }]);

  await page.goto('/admin/create');
  const before = await headerBalance(page);
  await page.getByLabel('Montant').pressSequentially('2,5');
  const [, after = ''] = ((await page.getByRole('definition').textContent()) ?? '').split('devient');
  expect(amountOf(after)).toBeCloseTo(before - 2.5, 2);
});

test('When an admin deactivates a client, then the row says so and the client cannot sign in until it is active again', async ({
  page,
  request,
}) => {
  const client = { username: freshName('off'), password: 'Client1234' };
  await signIn(page, people.admin);
  await page.goto('/admin/create');
  await page.getByLabel('Nom', { exact: true }).fill(client.username);
  await page.getByLabel('Mot de passe').fill(client.password);
  await page.getByLabel('Montant').fill('0');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText("Afficher l'utilisateur")).toBeVisible();

  await page.goto(`/admin?username=${client.username}`);
  const row = page.locator('tbody tr').first();
  const canSignIn = async () => (await request.post('/api/v1/auth/login', { data: client })).ok();
  expect(await canSignIn()).toBe(true);
  await row.getByRole('button', { name: /Désactiver/ }).click();
  await expect(page.getByText('Désactivation avec succès')).toBeVisible();
  expect(await canSignIn()).toBe(false);
  await row.getByRole('button', { name: /^Activer/ }).click();
  await expect(page.getByText('Activation avec succès', { exact: true })).toBeVisible();
  expect(await canSignIn()).toBe(true);
});
