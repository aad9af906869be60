import type { Page } from '@playwright/test';
import { createSignal, demo, expect, test } from '../support/test';

const frame = (page: Page) => page.locator('#first-frame');

test.use({ viewport: { width: 390, height: 844 } });

/** Opens /home while the page's own code is held back. */
async function openHeld(page: Page, path = '/home'): Promise<() => void> {
  const code = createSignal();
  await page.route(/\/main\..*\.js$/, async (route) => {
    await code.given;
    await route.continue();
  });
  // The load event waits for the code.
  await page.goto(path, { waitUntil: 'commit' });
  return () => code.give();
}

/** The places of the parts that the frame and the screen both have. */
const placesOf = (page: Page, selectors: Record<string, string>) =>
  page.evaluate((parts) => {
    const places = Object.entries(parts).map(([name, selector]) => {
      const box = document.querySelector(selector)?.getBoundingClientRect();
      const { left, top, width, height } = box ?? { left: NaN, top: NaN, width: NaN, height: NaN };
      return [name, [left, top, width, height].map(Math.round)] as const;
    });
    return Object.fromEntries(places);
  }, selectors);

for (const width of [360, 412, 768, 1024, 1280])
  test(`first frame at ${width} px: the games of the server are where the screen has them`, async ({
    page,
    signIn,
  }) => {
    await signIn(demo.client);
    await page.setViewportSize({ width, height: 800 });
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/casino/games')) calls.push(request.url());
    });
    const release = await openHeld(page);
    await expect(frame(page).locator('img').first()).toHaveJSProperty('complete', true);
    await expect(frame(page).locator('img')).toHaveCount(6);
    const before = await placesOf(page, {
      banner: '#first-frame .banner',
      second: '#first-frame .tile:nth-child(2) .banner',
      field: '#first-frame .field',
      tier: '#first-frame .tier',
    });
    const names = await frame(page).locator('.name').allTextContents();
    release();
    await expect(page.getByTestId('game-tile').first()).toBeVisible();
    await expect(frame(page)).toHaveCount(0);
    const after = await placesOf(page, {
      banner: '[data-testid=game-tile] a > div',
      second: '[data-testid=game-tile]:nth-child(2) a > div',
      field: 'input[type=search]',
      tier: '[data-testid=jackpot-bronze]',
    });
    for (const [name, place] of Object.entries(before))
      place.forEach((px, index) => {
        const difference = Math.abs(px - (after[name]?.[index] ?? NaN));
        expect(difference, `${name}: ${place.join()} and ${after[name]?.join()}`).toBeLessThanOrEqual(5);
      });
    expect(await page.getByTestId('game-tile').locator('[title]').allTextContents()).toEqual(
      expect.arrayContaining(names),
    );
    expect(calls).toHaveLength(1);
  });

test('first frame: it keeps the place of the lobby of a player who has one', async ({
  page,
  signIn,
  newClient,
}) => {
  await signIn(await newClient(10));
  await page.goto('/home');
  await page
    .getByRole('button', { name: /^Ajouter .* aux favoris$/ })
    .first()
    .click();
  await expect
    .poll(() => page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('lobby/'))))
    .toBe(true);
  const release = await openHeld(page);
  await expect(frame(page).locator('img')).toHaveCount(6);
  const before = await placesOf(page, { banner: '#first-frame .banner' });
  release();
  await expect(page.getByTestId('game-tile').first()).toBeVisible();
  expect(await placesOf(page, { banner: '[data-testid=game-tile] a > div' })).toEqual(before);
});

test('first frame: other screens get the bars alone, and no answer is read for them', async ({
  page,
  openAs,
}) => {
  const reads: string[] = [];
  for (const [one, path, frames] of [
    [page, '/home', 0],
    [await openAs(demo.client), '/login', 0],
    [await openAs(demo.admin), '/home', 1],
    [await openAs(demo.client), '/settings', 1],
    [await openAs(demo.client), '/home?provider=HABANERO', 1],
  ] as const) {
    one.on('request', (request) => {
      if (request.url().includes('/api/')) reads.push(request.url());
    });
    await openHeld(one, path);
    // Without a frame, the product's mark shows.
    await expect(frames === 0 ? one.locator('#root') : frame(one).getByText('Live Casino')).toBeVisible();
    await expect(frame(one)).toHaveCount(frames);
    await expect(frame(one).locator('.page')).toHaveCount(0);
  }
  expect(reads).toEqual([]);
});

test('first frame: a refused token shows no games, and the login follows', async ({ page, signIn }) => {
  await signIn(demo.client, { ownSession: true });
  await page.goto('/home');
  await page.getByTestId('game-tile').first().waitFor();
  await page.addInitScript(() => sessionStorage.setItem('token', 'refused'));
  const refused = page.waitForResponse(/casino\/games/);
  const release = await openHeld(page);
  expect((await refused).status()).toBe(401);
  await expect(frame(page).locator('.banner').first()).toBeVisible();
  await expect(frame(page).locator('img')).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);
  await expect(frame(page)).toHaveCount(0);
});

test('first frame: the chosen theme is set before the first paint', async ({ page, signIn }) => {
  await signIn(demo.client);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript(() => localStorage.setItem('palier.theme', 'light'));
  await openHeld(page);
  await expect(frame(page)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('first frame: an answer that is no list of games does not keep the page from starting', async ({
  page,
  signIn,
}) => {
  await signIn(demo.client);
  await page.route(/casino\/games/, (route) => route.fulfill({ json: { games: [null, { banner: 1 }] } }));
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Casino Games' })).toBeVisible();
  await expect(page.getByText('Les jeux de ce fournisseur ne répondent pas')).toBeVisible();
  await expect(frame(page)).toHaveCount(0);
});

test('first frame: without a network the sentence about it stands in its place', async ({
  page,
  signIn,
  context,
}) => {
  await signIn(demo.client);
  const asked = page.waitForRequest(/auth\/validate-token/);
  await page.route(/auth\/validate-token/, () => undefined);
  await page.goto('/home', { waitUntil: 'commit' });
  await asked;
  await expect(frame(page)).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText('Pas de réseau.')).toBeInViewport();
  await expect(frame(page)).toHaveCount(0);
});
