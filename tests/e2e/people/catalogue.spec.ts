import type { Page } from '@playwright/test';
import { demo, expect, test } from '../support/test';

const tiles = (page: Page) => page.getByTestId('game-tile');
const scrollTop = (page: Page) => page.evaluate(() => window.scrollY);
const searchBox = (page: Page) => page.getByPlaceholder('Search games...');

/**
 * Scrolls and waits for the scroll event, because a user does not tap before the page has scrolled. Returns
 * the new position.
 */
const scrollTo = (page: Page, top: number) =>
  page.evaluate(async (wanted) => {
    const scrolled = new Promise((resolve) => window.addEventListener('scroll', resolve, { once: true }));
    window.scrollTo(0, wanted);
    await scrolled;
    return window.scrollY;
  }, top);

/** Scrolls to the end until more games have been appended. */
async function loadMore(page: Page): Promise<void> {
  const last = async () => Number(await tiles(page).last().getAttribute('aria-posinset'));
  const before = await last();
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      return last();
    })
    .toBeGreaterThan(before);
}

/** Opens a game without scrolling to its tile. */
async function openTile(page: Page, index: number): Promise<void> {
  await tiles(page).getByRole('link').nth(index).dispatchEvent('click');
  await expect(page).toHaveURL(/\/game\//);
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
}

const back = (page: Page) => page.getByRole('button', { name: 'Back' }).click();

test('catalogue: provider, search and scroll position stay when a player returns from a game', async ({
  page,
  signIn,
}) => {
  await signIn(demo.client);
  await page.goto('/home');
  const habanero = page.getByRole('button', { name: 'Habanero' });
  await habanero.click();
  await expect(habanero).toHaveAttribute('aria-pressed', 'true');
  await expect(tiles(page)).toHaveCount(12);
  await loadMore(page);
  await loadMore(page);
  expect(await scrollTo(page, 300)).toBe(300);
  await openTile(page, 13);
  await back(page);
  await expect(page).toHaveURL(/\/home\?provider=HABANERO/);
  await expect.poll(() => scrollTop(page)).toBe(300);
  await expect(habanero).toHaveAttribute('aria-pressed', 'true');

  // The browser's Back returns to the last position of this entry, not to the position restored before.
  await loadMore(page);
  expect(await scrollTo(page, 700)).toBe(700);
  await openTile(page, 13);
  await page.goBack();
  await expect.poll(() => scrollTop(page)).toBe(700);

  await searchBox(page).fill('e');
  await expect(page).toHaveURL(/search=e$/);
  const found = (await page.getByText(/^Found \d+ game\(s\)/).textContent()) ?? '';
  expect(await scrollTo(page, 500)).toBe(500);
  await openTile(page, 8);
  await back(page);
  await expect(searchBox(page)).toHaveValue('e');
  await expect(page.getByText(found)).toBeVisible();
  await expect.poll(() => scrollTop(page)).toBe(500);
});

test('catalogue: another provider begins with its first twelve games', async ({ page, signIn }) => {
  await signIn(demo.client);
  await page.goto('/home');
  await expect(tiles(page)).toHaveCount(12);
  await loadMore(page);
  await expect.poll(() => tiles(page).count()).toBeGreaterThan(12);
  await scrollTo(page, 0);
  await page.getByRole('button', { name: 'Habanero' }).click();
  await expect(page).toHaveURL(/provider=HABANERO/);
  await expect(tiles(page).first()).toHaveAttribute('aria-setsize', '12');
});

test('catalogue search: results of a search far down start in view, and the box follows the address', async ({
  page,
  signIn,
}) => {
  await signIn(demo.client);
  await page.goto('/home');
  await expect(tiles(page)).toHaveCount(12);
  while ((await scrollTop(page)) < 1_500) await loadMore(page);
  const box = searchBox(page);
  await box.pressSequentially('de');
  await expect(page).toHaveURL(/search=de$/);
  await expect(page.getByText(/^Found \d+ game\(s\)/)).toBeVisible();
  const first = page.locator('[aria-posinset="1"]');
  await expect(first).toBeInViewport({ ratio: 0.9 });
  const bar = await page.getByRole('search').boundingBox();
  expect((await first.boundingBox())?.y).toBeGreaterThanOrEqual((bar?.y ?? NaN) + (bar?.height ?? NaN) - 8);

  await page.getByRole('link', { name: 'Accueil' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(box).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL(/search=de$/);
  await expect(box).toHaveValue('de');
  await box.press('End');
  await box.pressSequentially('ux');
  await expect(page).toHaveURL(/search=deux$/);
  await expect(box).toHaveValue('deux');
  await page.goForward();
  await expect(box).toHaveValue('');
});

test('catalogue @long: at most 200 tiles of 10 000 games are in the page', async ({ page, signIn }) => {
  const games = Array.from({ length: 10_000 }, (_, index) => ({
    id: index + 1,
    game_name: `Tiger ${index + 1}`,
    game_code: `tiger-${index + 1}`,
    banner: '',
  }));
  await page.route('**/api/v1/casino/games*', (route) => route.fulfill({ json: { games } }));
  await signIn(demo.client);
  await page.goto('/home');
  await expect(tiles(page)).toHaveCount(12);
  let most = 0;
  while (Number(await tiles(page).last().getAttribute('aria-posinset')) <= 300) {
    await loadMore(page);
    most = Math.max(most, await tiles(page).count());
  }
  await searchBox(page).fill('tiger');
  await expect(page.getByText('Found 10000 game(s)')).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(page.getByText('Tiger 10000', { exact: true })).toBeVisible();
  expect(Math.max(most, await tiles(page).count())).toBeLessThan(200);
});
