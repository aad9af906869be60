import type { Server } from 'node:http';
import type { Page } from '@playwright/test';
import { expect, test } from '../support/test';
import { launchVendorGame, openFirstGame, serveVendorGame, stopVendorGame } from '../support/vendor-game';

const PICTURE = '<img src="/picture-that-never-answers.png" alt="">';

const BUTTON = `<button onclick="this.textContent = 'Touché'">Jouer</button>`;

const PAGES = {
  '/': `<h1>Page 1</h1><a href="/2">Suite</a>`,
  '/2': `<h1>Page 2</h1><a href="/3">Suite</a>`,
  '/3': `<h1>Page 3</h1><a href="#regles">Suite</a><p id="regles">Règles</p>`,
  '/slow': `${BUTTON}${PICTURE}`,
  '/saying': `${BUTTON}${PICTURE}<script>parent.postMessage('ready', '*')</script>`,
  '/windows': `<button onclick="window.open('/rules')">Ouvrir</button>
    <a href="/rules" target="_blank" rel="opener">Règles</a>
    <button onclick="top.location.href = '/rules'">Remplacer</button>`,
  '/rules': `<h1 id="title"></h1><script>title.textContent = String(window.opener)</script>`,
};

let server: Server;
test.beforeAll(async () => {
  server = await serveVendorGame(PAGES);
});
test.afterAll(() => stopVendorGame(server));

const addressOf = (path: string) => ({ launch_url: `http://localhost:${process.env.E2E_GAMES_PORT}${path}` });
const loading = (page: Page) => page.getByText(/^Loading .*\.\.\.$/);

/**
 * From the history over the catalogue into a game, and through its three pages to the hash of the last page.
 */
async function playThreePages(page: Page): Promise<void> {
  await launchVendorGame(page);
  await page.goto('/history');
  await page.getByRole('link', { name: 'Accueil' }).click();
  const game = await openFirstGame(page);
  for (const title of ['Page 1', 'Page 2', 'Page 3']) {
    await expect(game.getByRole('heading', { name: title })).toBeVisible();
    await nextPage(page);
  }
}

/** Follows the link in the game, and waits until the page has noticed. */
async function nextPage(page: Page): Promise<void> {
  const before = await guardNumber(page);
  await page.frameLocator('iframe').getByRole('link', { name: 'Suite' }).click();
  await expect.poll(() => guardNumber(page)).toBe(before + 1);
}

const guardNumber = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const state = history.state as { usr?: { guard?: { number: number } } } | null;
    return state?.usr?.guard?.number ?? 0;
  });

test('game frame: the game below a curtain without a picture hears a touch, and the curtain goes', async ({
  page,
  signIn,
  team,
}) => {
  await signIn(team.client);
  await launchVendorGame(page, addressOf('/slow'));
  await page.goto('/home');
  const game = await openFirstGame(page);
  const button = game.getByRole('button');
  await expect(button).toBeVisible();
  await expect(loading(page)).toBeVisible();
  await button.click();
  await expect(button).toHaveText('Touché');
  await expect(loading(page)).toBeHidden();
  expect(await game.locator('html').evaluate(() => document.readyState)).toBe('interactive');
});

test('game frame: the first message of the game removes a curtain whose picture never answers', async ({
  page,
  signIn,
  team,
}) => {
  await signIn(team.client);
  await page.clock.install();
  await launchVendorGame(page, addressOf('/saying'));
  await page.goto('/home');
  const game = await openFirstGame(page);
  await expect(game.getByRole('button')).toBeVisible();
  await expect(loading(page)).toBeHidden();
});

test('game frame: one press of Back leaves a game of three pages, and the next press the catalogue', async ({
  page,
  signIn,
  team,
}) => {
  await signIn(team.client);
  await playThreePages(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/history$/);
});

test('game frame: our own Back button leaves a game of several pages before the catalogue', async ({
  page,
  signIn,
  team,
}) => {
  await signIn(team.client);
  await playThreePages(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/history$/);
});

test('game frame: our own Back button leaves a related game before the catalogue', async ({
  page,
  signIn,
  team,
}) => {
  await signIn(team.client);
  await playThreePages(page);
  const first = page.url();
  await page.getByRole('region', { name: 'Jeux proches' }).getByRole('link').nth(1).click();
  await expect(page).not.toHaveURL(first);
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Page 1' })).toBeVisible();
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/history$/);
});

test('game frame: both ways back leave the game in a browser without the Navigation API', async ({
  page,
  signIn,
  team,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'navigation'));
  await signIn(team.client);
  await playThreePages(page);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/history$/);
  await playThreePages(page);
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);
});

test('game frame: Back launches the game again that the menu left, and the next press leaves it', async ({
  page,
  signIn,
  team,
}) => {
  await signIn(team.client);
  await playThreePages(page);
  await page.getByRole('link', { name: 'Accueil' }).click();
  await expect(page).toHaveURL(/\/home$/);
  await page.goBack();
  await expect(page.frameLocator('iframe').getByRole('heading', { name: 'Page 1' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/home$/);
});

test('game frame: rules open in a separate window only if the launch allows windows', async ({
  page,
  context,
  signIn,
  team,
}) => {
  await signIn(team.client);
  await launchVendorGame(page, { ...addressOf('/windows'), allows_windows: true });
  await page.goto('/home');
  const game = await openFirstGame(page);
  for (const control of [
    game.getByRole('button', { name: 'Ouvrir' }),
    game.getByRole('link', { name: 'Règles' }),
  ]) {
    const opening = context.waitForEvent('page');
    await control.click();
    const opened = await opening;
    await expect(opened.getByRole('heading')).toHaveText('null');
    await opened.close();
  }
  await game.getByRole('button', { name: 'Remplacer' }).click();
  await expect(page.locator('iframe')).toBeVisible();
  await expect(page).toHaveURL(/\/game\//);

  await page.unroute('**/api/v1/casino/launch?*');
  await launchVendorGame(page, addressOf('/windows'));
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.locator('iframe')).not.toHaveAttribute('sandbox', /popups/);
  await game.getByRole('button', { name: 'Ouvrir' }).click();
  await game.getByRole('link', { name: 'Règles' }).click();
  await game.getByRole('button', { name: 'Remplacer' }).click();
  expect(context.pages()).toHaveLength(1);
  await expect(page).toHaveURL(/\/game\//);
});
