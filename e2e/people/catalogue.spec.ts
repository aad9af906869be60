import { expect, test, type Page } from '@playwright/test';
import { people, signIn } from '../support/people';

const tiles = (page: Page) => page.getByTestId('game-tile');
const manyGames = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    game_name: `Tiger ${index + 1}`,
    game_code: `tiger-${index + 1}`,
    banner: '',
  }));

/** How long a keystroke in the search box takes until it is painted, in ms: the median of several. */
const keystrokeToPaint = (page: Page) =>
  page.getByRole('searchbox').evaluate(async (box: HTMLInputElement) => {
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
    const times: number[] = [];
    for (const text of ['t', 'ti', 'tig', 'tige', 'tiger', 'tige', 'tig', 'ti', 't', 'ti', 'tig']) {
      const startedAt = performance.now();
      setValue?.call(box, text);
      box.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      times.push(performance.now() - startedAt);
    }
    return times.sort((one, other) => one - other)[5] ?? 0;
  });

test('When a player comes back from a game, then provider, search and scroll are as they were left', async ({
  page,
}) => {
  await signIn(page, people.client);
  await page.getByRole('button', { name: 'Habanero' }).click();
  await expect(page.getByRole('button', { name: 'Habanero' })).toHaveAttribute('aria-pressed', 'true');
  await expect(tiles(page)).toHaveCount(12);
  for (let scroll = 0; scroll < 3; scroll += 1) {
    const before = await page.evaluate(() => document.body.scrollHeight);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expect.poll(() => page.evaluate(() => document.body.scrollHeight)).toBeGreaterThan(before);
  }
  // A finger that scrolls and taps leaves a frame between the two.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        window.addEventListener('scroll', resolve, { once: true });
        window.scrollTo(0, 900);
      }),
  );
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(300);
  // Whichever tile is on screen now: the catalogue is not scrolled to reach it.
  await tiles(page).getByRole('link').nth(13).dispatchEvent('click');
  await expect(page).toHaveURL(/\/game\/HABANERO\//);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/home\?provider=HABANERO/);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
  await expect(page.getByRole('button', { name: 'Habanero' })).toHaveAttribute('aria-pressed', 'true');

  await page.getByPlaceholder('Search games...').fill('de');
  await expect(page.getByText(/Found \d+ game\(s\)/)).toBeVisible();
  const found = await page.getByText(/Found \d+ game\(s\)/).textContent();
  await tiles(page).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/game\//);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page.getByPlaceholder('Search games...')).toHaveValue('de');
  await expect(page.getByText(found ?? 'nothing')).toBeVisible();
});

/** Scrolls as a finger does, which leaves a frame before it taps; answers where the page stands. */
const scrollTo = (page: Page, top: number) =>
  page.evaluate(async (wanted) => {
    const scrolled = new Promise((resolve) => window.addEventListener('scroll', resolve, { once: true }));
    window.scrollTo(0, wanted);
    await scrolled;
    return window.scrollY;
  }, top);
const opensOneOnScreen = async (page: Page) => {
  await tiles(page).getByRole('link').nth(20).dispatchEvent('click');
  await expect(page).toHaveURL(/\/game\//);
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
};
const scrollTop = (page: Page) => page.evaluate(() => window.scrollY);

test('When a player comes back to what was searched for, then it is where it was left', async ({ page }) => {
  await signIn(page, people.client);
  await page.getByPlaceholder('Search games...').fill('e');
  await expect(page).toHaveURL(/search=e$/);
  await expect(page.getByText(/Found \d+ game\(s\)/)).toBeVisible();
  const left = await scrollTo(page, 1500);
  expect(left).toBe(1500);
  await opensOneOnScreen(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/search=e$/);
  await expect.poll(() => scrollTop(page)).toBe(left);
});

test('When one searches far down the list, then what is found is shown from its beginning', async ({
  page,
}) => {
  await signIn(page, people.client);
  await expect(tiles(page)).toHaveCount(12);
  while ((await page.evaluate(() => window.scrollY)) < 3000) {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.waitForTimeout(50);
  }
  await page.getByPlaceholder('Search games...').pressSequentially('de');
  await expect(page.getByText(/Found \d+ game\(s\)/)).toBeVisible();
  const first = page.locator('[aria-posinset="1"]');
  await expect(first).toBeInViewport({ ratio: 0.9 });
  const bar = await page.getByRole('search').boundingBox();
  expect((await first.boundingBox())?.y).toBeGreaterThanOrEqual((bar?.y ?? NaN) + (bar?.height ?? NaN) - 8);
});

test('When a player comes back by the browser, then the list is where it was left last, not where it was left before', async ({
  page,
}) => {
  await signIn(page, people.client);
  const unroll = async (): Promise<void> => {
    const before = await tiles(page).count();
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        return tiles(page).count();
      })
      .toBeGreaterThan(before);
  };
  await expect(tiles(page)).toHaveCount(12);
  await unroll();
  await unroll();
  await scrollTo(page, 300);
  await opensOneOnScreen(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.poll(() => scrollTop(page)).toBe(300);
  await unroll();
  const left = await scrollTo(page, 700);
  await opensOneOnScreen(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/home/);
  await expect.poll(() => scrollTop(page)).toBe(left);
});

test('When one searches, presses Accueil and goes back, then the box says what the address says', async ({
  page,
}) => {
  await signIn(page, people.client);
  const box = page.getByPlaceholder('Search games...');
  await box.pressSequentially('de');
  await expect(page).toHaveURL(/search=de$/);
  await page.getByRole('link', { name: 'Accueil' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await expect(box).toHaveValue('');
  await page.goBack();
  await expect(page).toHaveURL(/search=de$/);
  await expect(box).toHaveValue('de');
  await expect(page.getByText(/Found \d+ game\(s\)/)).toBeVisible();
  await box.press('End');
  await box.pressSequentially('ux');
  await expect(page).toHaveURL(/search=deux$/);
  await expect(box).toHaveValue('deux');
  await page.goForward();
  await expect(box).toHaveValue('');
});

test('When a catalogue has 10 000 games, then the page stays as light as with 100, and says what is loaded', async ({
  page,
}) => {
  test.setTimeout(120_000);
  let count = 100;
  await page.route('**/api/v1/casino/games*', (route) =>
    route.fulfill({ json: { games: manyGames(count) } }),
  );
  await signIn(page, people.client);
  await expect(tiles(page).first()).toBeVisible();
  const small = await keystrokeToPaint(page);

  count = 10_000;
  await page.goto('/home');
  await expect(tiles(page)).toHaveCount(12);
  let [most, unrolled] = [0, 12];
  while (unrolled <= 300) {
    const before = unrolled;
    await expect
      .poll(async () => {
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        unrolled = Number(await tiles(page).last().getAttribute('aria-posinset'));
        return unrolled;
      })
      .toBeGreaterThan(before);
    most = Math.max(most, await tiles(page).count());
  }
  expect(most).toBeLessThan(200);

  const large = await keystrokeToPaint(page);
  await page.getByPlaceholder('Search games...').fill('tiger');
  await expect(page.getByText('Found 10000 game(s)')).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(page.getByText('Tiger 10000', { exact: true })).toBeVisible();
  expect(await tiles(page).count()).toBeLessThan(200);
  const figures = `keystroke to paint: ${small.toFixed(1)} ms of 100 games, ${large.toFixed(1)} ms of 10 000 (${(large / small).toFixed(2)}×); at most ${most} tiles of ${unrolled} in the page`;
  test.info().annotations.push({ type: 'figures', description: figures });
  console.log(figures);
});

test('When the provider does not answer, then the catalogue says so in French, nothing else notices, and it comes back by itself', async ({
  page,
}) => {
  let isDown = true;
  await page.route('**/api/v1/casino/games*', (route) =>
    isDown
      ? route.fulfill({ status: 503, json: { errors: ['Indisponible.'], code: 'unavailable' } })
      : route.continue(),
  );
  await signIn(page, people.client);
  await expect(page.getByText('No games available for this provider')).toBeVisible();
  await expect(page.getByText(/ne répondent pas pour le moment/)).toBeVisible();
  await page.getByRole('link', { name: 'Historique' }).click();
  await expect(page).toHaveURL(/\/history/);
  await page.getByRole('link', { name: 'Accueil' }).click();
  await expect(page.getByText(/ne répondent pas pour le moment/)).toBeVisible();
  isDown = false;
  await expect(tiles(page)).toHaveCount(12, { timeout: 15_000 });
  await expect(page.getByText(/ne répondent pas/)).toHaveCount(0);
});
