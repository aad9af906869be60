import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { atRest } from '../support/wait-for-animations';
import { go } from '../support/state-checks';
import { amountOf, apiAs, headerBalance, people, signIn, type HistoryPage } from '../support/people';
import { STATE_TABLE, type RoleName } from '../support/state-table';

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
  expect(head).toBe('\uFEFFDate;Nom;Type;Montant;Numéro;Solde après');

  const asAdmin = await apiAs(request, people.admin);
  const { totalElements, data } = await asAdmin<HistoryPage>(
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

test('When figures or a history are printed, then the paper says whose they are', async ({ page }) => {
  await signIn(page, people.admin);
  for (const path of ['/report', '/history', '/transaction']) {
    await go(page, path);
    await expect(page.getByText('Chargement...')).toHaveCount(0);
    const whose = page.getByText('Établi pour admin.');
    await expect(whose).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(whose, path).toBeVisible();
    await page.emulateMedia({ media: null });
  }
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

test('When one page of several is printed, then the paper says which, and what it was filtered by', async ({
  page,
}) => {
  await signIn(page, people.admin);
  await page.goto('/history?filtre=ajouter&page=2');
  await expect(page.locator('tbody tr').first()).toBeVisible();
  const pager = page.getByRole('navigation', { name: 'Pagination' });
  const last = pager.getByRole('button').last();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Filtre\u00a0: ajouter')).toBeVisible();
  await expect(pager.getByRole('button')).toHaveText(['2', (await last.textContent()) ?? '']);
  await page.emulateMedia({ media: null });
  await last.click();
  await page.emulateMedia({ media: 'print' });
  await expect(pager.getByRole('button')).toHaveCount(1);
});

/** Every page of a role as it is when all goes well, and the text that shows it. */
const pagesOf = (role: RoleName) =>
  STATE_TABLE.filter(({ roles }) => roles.includes(role)).flatMap(({ cells }) =>
    cells.filter(({ state, wire }) => wire === undefined && ['form', 'success'].includes(state)).slice(0, 1),
  );

/** A sheet of A4 within the margins that a browser leaves it, in px. */
const SHEET = { width: 718, height: 1000 };

/** What would be on paper otherwise than in black on white, or beyond its edge; pictures and drawings are left as they are. */
async function notBlackOnWhite(page: Page): Promise<string[]> {
  const size = page.viewportSize();
  await page.setViewportSize(SHEET);
  await page.emulateMedia({ media: 'print' });
  await atRest(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect.soft(width, page.url()).toBe(SHEET.width);
  const found = await page.evaluate(() => {
    const isWhite = (color: string): boolean => ['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)'].includes(color);
    const hasWords = (element: Element): boolean =>
      element instanceof HTMLInputElement ||
      [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    return [...document.body.querySelectorAll('*')]
      .filter((element) => element.checkVisibility())
      .map((element) => ({ element, style: getComputedStyle(element) }))
      .filter(
        ({ element, style }) =>
          (hasWords(element) && style.color !== 'rgb(0, 0, 0)') || !isWhite(style.backgroundColor),
      )
      .map(
        ({ element, style }) => `${element.outerHTML.slice(0, 80)}: ${style.color}, ${style.backgroundColor}`,
      );
  });
  await page.emulateMedia({ media: null });
  if (size !== null) await page.setViewportSize(size);
  return found;
}

test('When a page of an agent is printed, then it is black on white', async ({ page }) => {
  test.setTimeout(120_000);
  await signIn(page, people.superadmin);
  await go(page, '/admin');
  const refund = page.locator('a[href^="/refund/"]').first();
  const id = (await refund.getAttribute('href'))?.split('/').at(-1) ?? '';
  for (const { path, act, shows } of pagesOf('superadmin')) {
    await go(page, path.replace('{id}', id));
    await act?.(page);
    await expect(page.getByText(shows).first()).toBeVisible();
    expect.soft(await notBlackOnWhite(page), path).toEqual([]);
  }
});

test('When a page of a player, the login or an unknown path is printed, then it is black on white', async ({
  page,
}) => {
  test.setTimeout(120_000);
  await signIn(page, people.client);
  for (const { path, act, shows } of pagesOf('client')) {
    await go(page, path);
    await act?.(page);
    await expect(page.getByText(shows).first()).toBeVisible();
    expect.soft(await notBlackOnWhite(page), path).toEqual([]);
  }
  await go(page, '/home');
  const game = page.getByTestId('game-tile').first();
  await expect(game).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(game).toBeVisible();
  await page.emulateMedia({ media: null });
  await page.evaluate(() => sessionStorage.clear());
  for (const path of ['/login', '/no/such/path']) {
    await page.goto(path);
    await expect(page.getByRole('heading').first()).toBeVisible();
    expect.soft(await notBlackOnWhite(page), path).toEqual([]);
  }
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
