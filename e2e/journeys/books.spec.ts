import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { amountOf, apiAs, headerBalance, people, signIn, type HistoryPage } from '../support/people';

test('When an admin exports its history, then the file holds every movement that the ledger has', async ({
  page,
  request,
}) => {
  await signIn(page, people.admin);
  await page.getByRole('link', { name: 'Historique' }).click();
  await expect(page.locator('tbody tr')).toHaveCount(25);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter (CSV)' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^historique-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(head).toBe('\uFEFFDate;Nom;Type;Montant');

  const asAdmin = await apiAs(request, people.admin);
  const { totalElements, data } = await asAdmin<HistoryPage>(
    '/transactions/history/outgoing?page=0&size=100',
  );
  expect(lines).toHaveLength(totalElements);
  expect(lines.slice(0, 100).map((line) => amountOf(line.split(';')[3] ?? ''))).toEqual(
    data.map(({ amount }) => amount),
  );
});

test('When an admin closes its day, then opening + in − out is the close, and the close is the balance in the header', async ({
  page,
}) => {
  await signIn(page, people.admin);
  await page.getByRole('link', { name: 'Rapport' }).click();
  await page.getByRole('link', { name: 'Clôture du jour' }).click();
  const amount = async (name: string): Promise<number> =>
    amountOf((await page.getByRole('row', { name }).getByRole('cell').textContent()) ?? '');
  await expect(page.getByRole('row', { name: 'Solde de clôture' })).toBeVisible();
  const [opening, totalIn, totalOut, closing] = await Promise.all(
    ["Solde d'ouverture", 'Entrées', 'Sorties', 'Solde de clôture'].map(amount),
  );
  expect((opening ?? 0) + (totalIn ?? 0) - Math.abs(totalOut ?? 0)).toBeCloseTo(closing ?? 0, 2);
  expect(closing).toBeCloseTo(await headerBalance(page), 2);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Nom et signature')).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeHidden();
  await expect(page.getByRole('button', { name: 'Imprimer' })).toBeHidden();
});

test('When a page without rows is printed, then its words stand black on white', async ({ page }) => {
  await signIn(page, people.admin);
  await page.goto('/history?filtre=aucune-ligne');
  const words = page.getByText('Aucune transaction trouvée');
  await expect(words).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(words).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(words).toHaveCSS('background-color', 'rgb(255, 255, 255)');
});

test('When a super admin reads its trial balance, then every line of it balances; an admin has none', async ({
  page,
}) => {
  await signIn(page, people.superadmin);
  await page.getByRole('link', { name: 'Rapport' }).click();
  await page.getByRole('link', { name: 'Balance de vérification' }).click();
  const rows = page.getByRole('table', { name: 'Balance de vérification' }).locator(':is(tbody, tfoot) tr');
  await expect(rows.filter({ hasText: 'superadmin (ensemble)' })).toHaveCount(1);
  expect(await rows.filter({ hasText: 'Équilibrée' }).count()).toBe(await rows.count());

  await page.getByRole('button', { name: 'Déconnexion' }).click();
  await signIn(page, people.admin);
  await page.goto('/report/trial-balance');
  await expect(page).toHaveURL(/\/home/);
});
