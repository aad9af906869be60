import { expect, test } from '@playwright/test';
import { apiAs, headerBalance, people, signIn, type HistoryPage } from '../support/people';

const SPINS = 3;
/** A spin may draw eight free ones, which are shown one after another. */
const SETTLED = { timeout: 40_000 };

test('When a client plays a slot, then the header moves by exactly what the ledger says', async ({
  page,
  request,
}) => {
  test.setTimeout(200_000);
  const get = await apiAs(request, people.client);
  const before = await get<{ balance: number }>('/user/me');
  const historyBefore = await get<HistoryPage>('/transactions/history/outgoing?page=0&size=1');

  await signIn(page, people.client);
  const tiles = page.getByRole('link').filter({ has: page.locator('img') });
  await expect(tiles.first()).toBeVisible();
  await expect
    .poll(() =>
      tiles
        .first()
        .locator('img')
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBeGreaterThan(0);
  expect(await tiles.count()).toBe(12);

  await tiles.first().click();
  await expect(page).toHaveURL(/\/game\/PRAGMATIC\//);
  const game = page.frameLocator('iframe');
  for (let spin = 0; spin < SPINS; spin += 1) {
    await expect(game.locator('body[data-state="idle"]')).toBeVisible(SETTLED);
    await game.getByTestId('spin').click();
    await expect(game.locator('body[data-state="spinning"]')).toBeVisible();
  }
  await expect(game.locator('body[data-state="idle"]')).toBeVisible(SETTLED);
  await page
    .getByRole('button', { name: 'Back' })
    .or(page.getByRole('link', { name: 'Back' }))
    .click();
  await expect(page).toHaveURL(/\/home/);

  const after = await get<{ balance: number }>('/user/me');
  const history = await get<HistoryPage>('/transactions/history/outgoing?page=0&size=100');
  const moved = history.data.slice(0, history.totalElements - historyBefore.totalElements);
  expect(moved.filter((item) => item.initiatorTransactionType === 'BET')).toHaveLength(SPINS);
  const net = moved.reduce(
    (sum, item) => sum + (item.initiatorTransactionType === 'BET' ? -1 : 1) * item.amount,
    0,
  );
  expect(after.balance - before.balance).toBeCloseTo(net, 6);
  await expect.poll(() => headerBalance(page)).toBeCloseTo(after.balance, 2);
});

test('When a client opens a management route, then it is led to /home', async ({ page }) => {
  await signIn(page, people.client);
  await page.goto('/admin');
  await expect(page).toHaveURL(/\/home/);
  await expect(page.getByRole('link', { name: 'Historique' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Rapport' })).toHaveCount(0);
});

test('When a client searches the catalogue, then the whole list is filtered and counted', async ({
  page,
}) => {
  await signIn(page, people.client);
  await page.getByPlaceholder('Search games...').fill('zzzz-no-such-game');
  await expect(page.getByText(/No games found matching/)).toBeVisible();
  await page.getByRole('button', { name: 'Clear Search' }).click();
  await page.getByRole('button', { name: 'Show More' }).click();
  await page.getByRole('button', { name: /^Spribe/i }).click();
  await expect(
    page
      .getByRole('link')
      .filter({ has: page.locator('img') })
      .first(),
  ).toBeVisible();
});
