import type { Page, Route } from '@playwright/test';
import {
  amountOf,
  expect,
  headerBalance,
  rowOf,
  test,
  type Account,
  type HistoryPage,
} from '../support/test';

const TRANSACTIONS = '**/api/v1/transactions';

/** Opens the deposit form of `client` from the admin's list. */
async function openDeposit(page: Page, client: Account): Promise<void> {
  await page.goto(`/admin?username=${client.username}`);
  await rowOf(page, client).getByRole('link', { name: 'Ajouter' }).click();
  await expect(page.getByLabel('Montant')).toBeFocused();
}

test('deposit: balance, history, report and the payments of the client show a deposit of 10', async ({
  page,
  signIn,
  apiAs,
  team,
}) => {
  await signIn(team.admin);
  await page.goto('/transaction');
  const received = page.getByRole('table').last().locator('tbody tr').first();
  await expect(received).toContainText(team.superadmin.username);
  await expect(received).toContainText('50 000,00');
  await page.getByRole('link', { name: 'Rapport' }).click();
  const totalIn = page.locator('td[data-label="In"]').first();
  const readTotalIn = async (): Promise<number> => amountOf((await totalIn.textContent()) ?? '');
  await expect(totalIn).toBeVisible();
  const totalBefore = await readTotalIn();

  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await page.getByRole('searchbox').fill(team.client.username);
  await page.getByRole('button', { name: 'Rechercher', exact: true }).click();
  const before = await headerBalance(page);
  await rowOf(page, team.client).getByRole('link', { name: 'Ajouter' }).click();
  // Found by role, because the list, which shows until the form does, also has a field with the word Montant.
  await page.getByRole('spinbutton', { name: 'Montant' }).fill('10');
  await page.keyboard.press('Enter');
  // Other journeys may have paid this client small sums: the form then asks once.
  const question = page.getByText('Montant inhabituel');
  await expect(question.or(page.getByRole('heading', { name: 'Admin', exact: true }))).toBeVisible();
  if (await question.isVisible()) await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin/);
  await expect.poll(() => headerBalance(page)).toBeCloseTo(before - 10, 2);

  await page.getByRole('link', { name: 'Historique' }).first().click();
  const newest = page.locator('tbody tr').first();
  await expect(newest).toContainText(team.client.username);
  await expect(newest).toContainText('Ajouter');
  await expect(newest).toContainText('10,00');
  await page.getByRole('link', { name: 'Rapport' }).click();
  await expect.poll(readTotalIn).toBeCloseTo(totalBefore + 10, 2);

  const client = await apiAs(team.client);
  const incoming = await client.get<HistoryPage>('/transactions/history/incoming?page=0&size=10');
  expect(incoming.data[0]).toMatchObject({ initiatorTransactionType: 'DEPOSIT', amount: 10 });
});

test('reversal: three interactions from the home page take a mistaken deposit back', async ({
  page,
  signIn,
  apiAs,
  team,
}) => {
  const admin = await apiAs(team.admin);
  const body = {
    receiverUsername: team.client.username,
    amount: 30,
    type: 'DEPOSIT',
    note: 'mauvais compte',
  };
  await admin.post('/transactions', body);
  await signIn(team.admin);
  await page.goto('/home');
  const before = await headerBalance(page);
  await page.getByRole('link', { name: 'Historique' }).first().click();
  await page.getByRole('button', { name: "Annuler l'ajout" }).first().click();
  await page.getByRole('button', { name: 'Confirmer' }).click();

  await expect(
    page.getByText(`Ajout annulé\u00a0: 30,00\u00a0DT retirés à ${team.client.username}.`),
  ).toBeFocused();
  await expect.poll(() => headerBalance(page)).toBeCloseTo(before + 30, 2);
  const [reversal, deposit] = await page.getByRole('table').locator('tbody').all();
  await expect(reversal!).toContainText('Annulation');
  await expect(deposit!).toContainText(/annulé par le n°\s\d+ · «\smauvais compte\s»/);
  const { data } = await (
    await apiAs(team.client)
  ).get<HistoryPage>('/transactions/history/incoming?page=0&size=10');
  expect(data.map((item) => item.initiatorTransactionType).slice(0, 2)).toEqual(['REVERSAL', 'DEPOSIT']);
});

const POINTS_PER_MM = 72 / 25.4;

test('receipt: each paper of a receipt from a notice prints one page of its width', async ({
  page,
  signIn,
  team,
}) => {
  await signIn(team.admin);
  await openDeposit(page, team.client);
  await page.getByRole('button', { name: '+10', exact: true }).click();
  await page.getByRole('button', { name: 'Ajouter une note' }).click();
  await page
    .getByLabel('Note (facultatif)')
    .fill('avance de mars, à rendre avant la fin du mois prochain '.repeat(2));
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByRole('link', { name: 'Reçu' }).click();
  await expect(page.getByRole('heading', { name: /^Reçu n°/ })).toBeVisible();
  for (const [paper, widthMm] of [
    ['58 mm', 58],
    ['80 mm', 80],
    ['A4', 210],
  ] as const) {
    await page.getByRole('button', { name: paper }).click();
    const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const widths = [...file.matchAll(/\/MediaBox \[0 0 ([\d.]+)/g)].map((match) => Number(match[1]));
    expect(widths).toHaveLength(1);
    expect(Math.abs((widths[0] ?? 0) - widthMm * POINTS_PER_MM)).toBeLessThan(1);
  }
});

test('deposit form: an amount as spreadsheets write it is sent, or a sentence says why not', async ({
  page,
  context,
  signIn,
  team,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(team.admin);
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/transactions'))
      sent.push(request.postDataJSON());
  });
  await openDeposit(page, team.client);
  const amount = page.getByLabel('Montant');
  const paste = async (text: string): Promise<void> => {
    await amount.fill('');
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await amount.press('ControlOrMeta+V');
  };
  for (const [text, sentence] of [
    ['2,50', 'Le montant doit être un nombre valide.'],
    ['1e1', 'Le montant doit être un nombre valide.'],
    ['2.000', /peut vouloir dire 2\s000\sDT ou 2\sDT\./],
    ['0', 'Le montant doit être supérieur à zéro.'],
  ] as const) {
    await amount.fill('');
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(sentence);
    await paste(text);
    await expect(amount).toHaveValue(text);
    await amount.press('Enter');
    await expect(page.getByRole('alert')).toHaveText(sentence);
  }
  expect(sent).toEqual([]);

  const own = page.getByRole('definition').last();
  const before = await headerBalance(page);
  for (const text of ['1 002', '1\u202f002,00\u00a0DT', '1\u00a0002', '1\u2009002,00', '1,002.00']) {
    await paste(text);
    await expect(amount).toHaveValue(text);
    const [, after = ''] = ((await own.textContent()) ?? '').split('devient');
    expect(amountOf(after)).toBeCloseTo(before - 1002, 2);
  }
  await paste('2,00\u00a0DT');
  await amount.press('Enter');
  await expect(page).toHaveURL(/\/admin/);
  expect(sent).toMatchObject([{ amount: 2 }]);

  await page.goto('/admin/create');
  const balance = await headerBalance(page);
  await page.getByLabel('Montant').pressSequentially('1 002,5');
  const [, after = ''] = ((await page.getByRole('definition').textContent()) ?? '').split('devient');
  expect(amountOf(after)).toBeCloseTo(balance - 1002.5, 2);
});

/** Sends 5 to the client; `answer` decides what happens to the call. */
async function sendFive(page: Page, client: Account, answer: (route: Route) => Promise<void>): Promise<void> {
  await openDeposit(page, client);
  await page.route(TRANSACTIONS, answer);
  await page.getByLabel('Montant').fill('5');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toContainText('résultat inconnu');
  await page.unroute(TRANSACTIONS);
}

test('deposit: a reload shows the outcome of a lost call, which was made at most once', async ({
  page,
  signIn,
  apiAs,
  team,
}) => {
  const readBalance = async () =>
    (await (await apiAs(team.admin)).get<{ balance: number }>('/user/me')).balance;
  const before = await readBalance();
  await signIn(team.admin);
  await sendFive(page, team.client, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await page.reload();
  await expect(page.getByRole('main')).toContainText('mouvement effectué');
  expect(await readBalance()).toBeCloseTo(before - 5, 2);

  await sendFive(page, team.client, (route) => route.abort('connectionreset'));
  await page.reload();
  await expect(page.getByRole('main')).toContainText('mouvement non effectué');
  expect(await readBalance()).toBeCloseTo(before - 5, 2);
});
