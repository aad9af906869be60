import { readFile } from 'node:fs/promises';
import { strFromU8, unzipSync } from 'fflate';
import {
  amountOf,
  dayBefore,
  demo,
  expect,
  headerBalance,
  navigate,
  test,
  type Api,
  type DayClose,
  type HistoryPage,
} from '../support/test';

test('history export: the file of an admin holds every movement of the ledger, from several pages', async ({
  page,
  signIn,
  apiAs,
}) => {
  await signIn(demo.admin);
  await page.goto('/history');
  await expect(page.locator('tbody')).toHaveCount(25);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter en CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^historique-\d{4}-\d\d-\d\d\.csv$/);
  const [head, ...lines] = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(head).toBe('\uFEFFDate;Nom;Type;Montant;Numéro;Solde après;Note');

  const admin = await apiAs(demo.admin);
  const { totalElements, data } = await admin.get<HistoryPage>(
    '/transactions/history/outgoing?page=0&size=100',
  );
  expect(lines).toHaveLength(totalElements);
  const columns = [3, 4, 5].map((column) =>
    lines.slice(0, 100).map((line) => amountOf(line.split(';')[column] ?? '')),
  );
  expect(columns).toEqual([
    data.map(({ amount }) => amount),
    data.map(({ id }) => id),
    data.map(({ balanceAfter }) => balanceAfter),
  ]);
});

test('history export: Excel gives a workbook of the same name', async ({ page, signIn }) => {
  await signIn(demo.admin);
  await page.goto('/history');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Exporter en Excel' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^historique-\d{4}-\d\d-\d\d\.xlsx$/);
  const parts = unzipSync(await readFile(await download.path()));
  expect(strFromU8(parts['xl/worksheets/sheet1.xml']!)).toContain('>Solde après<');
});

/** The demo admin's movements of the day before the platform day. */
async function movementsOfYesterday(admin: Api) {
  const { date: today } = await admin.get<DayClose>('/reports/day-close');
  const yesterday = dayBefore(today);
  const { data } = await admin.get<HistoryPage>(
    `/transactions/history/outgoing?page=0&size=100&from=${yesterday}&to=${yesterday}`,
  );
  return data;
}

test('history: an admin finds a withdrawal by its amount and day in the sheet of filters', async ({
  page,
  signIn,
  apiAs,
}) => {
  await signIn(demo.admin);
  await page.goto('/home');
  const movements = await movementsOfYesterday(await apiAs(demo.admin));
  const wanted = movements.find(({ initiatorTransactionType: kind }) => kind === 'WITHDRAWAL')!;
  const ofAmount = movements.filter(({ amount }) => amount === wanted.amount);

  await page.getByRole('link', { name: 'Historique' }).first().click();
  await page.getByRole('button', { name: 'Hier' }).click();
  await page.getByRole('button', { name: '+ Filtre' }).click();
  await page.getByLabel('Montant exact').fill(String(wanted.amount));
  await page.getByRole('button', { name: `Voir ${ofAmount.length} mouvement` }).click();

  const rows = page.getByRole('table').locator('tbody');
  await expect(rows).toHaveCount(ofAmount.length);
  const row = rows.filter({ hasText: new RegExp(`n°\\s${wanted.id}\\b`) });
  await expect(row).toContainText(wanted.targetUsername);
  await expect(row).toContainText('Retirer');
});

test('report: an admin sees In and Out of yesterday in two interactions from the home page', async ({
  page,
  signIn,
  apiAs,
}) => {
  await signIn(demo.admin);
  await page.goto('/home');
  const movements = await movementsOfYesterday(await apiAs(demo.admin));
  const sumOf = (wanted: string): number =>
    movements
      .filter(({ initiatorTransactionType: kind }) => kind === wanted)
      .reduce((sum, { amount }) => sum + amount, 0);

  await page.getByRole('link', { name: 'Rapport', exact: true }).click();
  await page.getByRole('button', { name: 'Hier' }).click();

  const shown = page.getByRole('table').first().getByRole('row').last().getByRole('cell');
  await expect
    .poll(async () => (await shown.allInnerTexts()).slice(-3).map(amountOf))
    .toEqual([sumOf('DEPOSIT'), sumOf('WITHDRAWAL'), sumOf('DEPOSIT') - sumOf('WITHDRAWAL')]);
});

test('day close and trial balance: opening + in − out is the balance, and every row balances', async ({
  page,
  signIn,
  team,
}) => {
  await signIn(team.superadmin);
  await page.goto('/report');
  await page.getByRole('link', { name: 'Clôture du jour' }).click();
  await expect(page.getByRole('row', { name: 'Solde de clôture' })).toBeVisible();
  const [opening = NaN, totalIn = NaN, totalOut = NaN, closing = NaN] = await Promise.all(
    ["Solde d'ouverture", 'Total en plus', 'Total en moins', 'Solde de clôture'].map(async (name) =>
      amountOf((await page.getByRole('row', { name }).getByRole('cell').textContent()) ?? ''),
    ),
  );
  expect(opening + totalIn - Math.abs(totalOut)).toBeCloseTo(closing, 2);
  expect(closing).toBeCloseTo(await headerBalance(page), 2);

  await page.getByRole('link', { name: 'Rapport', exact: true }).click();
  await page.getByRole('link', { name: 'Balance de vérification' }).click();
  const rows = page.getByRole('table', { name: 'Balance de vérification' }).locator(':is(tbody, tfoot) tr');
  await expect(rows.filter({ hasText: `${team.superadmin.username} (ensemble)` })).toHaveCount(1);
  expect(await rows.filter({ hasText: 'Équilibrée' }).count()).toBe(await rows.count());
});

test('printed report: each page names whose figures it shows, its filter and its number', async ({
  page,
  signIn,
}) => {
  await signIn(demo.admin);
  await page.goto('/report');
  for (const path of ['/report', '/report/day-close', '/history', '/transaction']) {
    await navigate(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Chargement...')).toHaveCount(0);
    const owner = page.getByText(path === '/report/day-close' ? 'Nom et signature' : 'Établi pour admin.');
    await expect(owner, path).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(owner, path).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeHidden();
    await page.emulateMedia({ media: null });
  }

  await navigate(page, '/history?filtre=ajouter&page=2');
  await expect(page.locator('tbody tr').first()).toBeVisible();
  const pager = page.getByRole('navigation', { name: 'Pagination' });
  const last = pager.getByRole('button').last();
  const lastNumber = (await last.textContent()) ?? '';
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Filtre\u00a0: ajouter')).toBeVisible();
  await expect(pager.getByRole('button')).toHaveText(['2', lastNumber]);
  await page.emulateMedia({ media: null });
  await last.click();
  await page.emulateMedia({ media: 'print' });
  await expect(pager.getByRole('button')).toHaveCount(1);
});
