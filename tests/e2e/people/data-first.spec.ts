import type { Page } from '@playwright/test';
import { demo, expect, test, type Account } from '../support/test';

/** The first row of figures is at most this far from the top of the page, in px. */
const DESK = { width: 1280, height: 800, limit: 260 };
const PHONE = { width: 390, height: 844, limit: 300 };

const topOfFirstRow = (page: Page): Promise<number> =>
  page
    .locator('main tbody tr')
    .first()
    .evaluate((row) => row.getBoundingClientRect().top + scrollY);

interface SubAccounts {
  readonly data: readonly { readonly id: number; readonly username: string }[];
}

const ROUNDS = {
  data: [
    {
      id: 1,
      date: '2026-03-01T10:20:30.456',
      targetUsername: 'client',
      initiatorUsername: 'client',
      initiatorTransactionType: 'BET',
      amount: 2,
      balanceAfter: 98,
    },
  ],
  totalElements: 1,
  totalPages: 1,
  currentPage: 0,
};

for (const { width, height, limit } of [DESK, PHONE])
  test(`data first at ${width} px: figures begin at most ${limit} px from the top`, async ({
    openAs,
    apiAs,
  }) => {
    const visits: readonly (readonly [account: Account, paths: readonly string[]])[] = [
      [demo.admin, ['/history', '/history?type=DEPOSIT', '/report/network']],
      [demo.capo, ['/history', '/report/network']],
      [demo.client, ['/history', '/history?type=BET']],
    ];
    for (const [account, paths] of visits) {
      const page = await openAs(account);
      await page.setViewportSize({ width, height });
      const isAgent = account !== demo.client;
      // A player without a round has no rows.
      if (!isAgent)
        await page.route('**/transactions/history/outgoing?*', (route) =>
          route.fulfill({ json: { ...ROUNDS, totals: { credited: 0, debited: 2 } } }),
        );
      const api = await apiAs(account);
      const children = isAgent ? await api.post<SubAccounts>('/user/sub-accounts?page=0&size=25') : null;
      const child = children?.data[0];
      const ofChild = child === undefined ? [] : [`/admin/${child.id}`, `/reportItem/${child.id}`];
      for (const path of [...paths, ...ofChild]) {
        await page.goto(path);
        await expect(page.locator('main tbody tr').first(), path).toBeVisible();
        await expect(page.getByText('Chargement...')).toHaveCount(0);
        expect.soft(await topOfFirstRow(page), `${account.username} ${path}`).toBeLessThanOrEqual(limit);
      }
    }
  });

test('filters on a phone: one is chosen, saved by name and found again without a mouse', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: PHONE.width, height: PHONE.height });
  await signIn(demo.admin);
  await page.goto('/history');
  const rows = page.locator('main tbody');
  await expect(rows).toHaveCount(25);
  await page.getByRole('button', { name: '+ Filtre' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filtrer les mouvements' });
  await sheet.getByLabel('Type').selectOption('WITHDRAWAL');
  await expect(sheet.getByRole('button', { name: /^Voir \d+ mouvements?$/ })).toBeVisible();
  await expect(sheet.getByLabel('Nom du filtre')).toHaveValue('Retirer');
  await sheet.getByLabel('Nom du filtre').fill('Mes retraits');
  await sheet.getByRole('button', { name: 'Enregistrer ce filtre' }).click();
  await sheet.getByRole('button', { name: /^Voir / }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: '+ Filtre' })).toBeFocused();
  await expect(rows.getByText('Retirer', { exact: true }).first()).toBeVisible();
  await expect(rows.getByText('Ajouter', { exact: true })).toHaveCount(0);

  await page.getByRole('button', { name: 'Retirer le filtre Retirer' }).click();
  await expect(rows.getByText('Ajouter', { exact: true }).first()).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Filtre enregistré Mes retraits' }).click();
  await expect(page).toHaveURL(/type=WITHDRAWAL/);
  await expect(rows.getByText('Ajouter', { exact: true })).toHaveCount(0);
});

test('network on a phone: a card shows the name and the key figure, and a touch opens the rest', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: PHONE.width, height: PHONE.height });
  await signIn(demo.admin);
  await page.goto('/report/network');
  const card = page.locator('main tbody tr').first();
  await expect(card).toBeVisible();
  await expect(card.getByText('Produit brut')).toBeHidden();
  const stakes = card.locator('[data-label=Mises]');
  await expect(stakes).toBeHidden();
  await card.click({ position: { x: 250, y: 30 } });
  await expect(stakes).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(6_000);
  await card.getByRole('link').click();
  await expect(page).toHaveURL(/\/admin\/\d+$/);
});
