import type { Page } from '@playwright/test';
import { demo, expect, navigate, test } from '../support/test';

const DARK_GROUND = 'rgb(11, 16, 32)';
const LIGHT_GROUND = 'rgb(220, 225, 238)';

/** Records the ground's colour when the page draws its first element: what the first paint can show. */
async function recordFirstGround(page: Page): Promise<() => Promise<string | null>> {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('#root > *') === null) return;
      observer.disconnect();
      document.documentElement.setAttribute('data-first', getComputedStyle(document.body).backgroundColor);
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  return () => page.locator('html').getAttribute('data-first');
}

test('themes: the page follows the system, and the choice of the settings against the system', async ({
  page,
  signIn,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await signIn(demo.client);
  const firstGround = await recordFirstGround(page);
  await page.goto('/settings');
  const ground = page.locator('body');
  await expect(ground).toHaveCSS('background-color', DARK_GROUND);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(ground).toHaveCSS('background-color', LIGHT_GROUND);
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');

  await page.getByRole('radio', { name: 'Sombre' }).click();
  await expect(ground).toHaveCSS('background-color', DARK_GROUND);
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Sombre' })).toBeChecked();
  expect(await firstGround()).toBe(DARK_GROUND);
  const bars = await page
    .locator('meta[name="theme-color"]')
    .evaluateAll((all: HTMLMetaElement[]) =>
      all.filter(({ media }) => matchMedia(media).matches).map(({ content }) => content),
    );
  expect(bars).toEqual(['#0b1020']);

  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('radio', { name: 'Clair' }).click();
  await expect(ground).toHaveCSS('background-color', LIGHT_GROUND);
});

test('themes: the room of a game is dark in the light theme too', async ({ page, signIn }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(demo.client);
  await page.goto('/home');
  await page.getByTestId('game-tile').getByRole('link').first().click();
  await expect(page.locator('[data-night]')).toHaveCSS('background-color', DARK_GROUND);
  await expect(page.locator('body')).toHaveCSS('background-color', LIGHT_GROUND);
});

test('themes: a person who asks for more contrast gets stronger edges, in both themes', async ({
  page,
  signIn,
}) => {
  await signIn(demo.client);
  await page.goto('/settings');
  const edge = page.getByLabel('Ancien mot de passe');
  for (const [colorScheme, usual, strong] of [
    ['dark', 'rgb(138, 154, 208)', 'rgb(219, 227, 255)'],
    ['light', 'rgb(90, 104, 150)', 'rgb(45, 56, 96)'],
  ] as const) {
    await page.emulateMedia({ colorScheme, contrast: 'no-preference' });
    await expect(edge).toHaveCSS('border-top-color', usual);
    await page.emulateMedia({ colorScheme, contrast: 'more' });
    await expect(edge).toHaveCSS('border-top-color', strong);
  }
});

/** The height of header, jackpot bar and menu, where they stand above the page. */
const headerHeight = (page: Page): Promise<number> =>
  page.getByRole('main').evaluate((main) => main.getBoundingClientRect().top + window.scrollY);

test('text size: 150 % enlarges the page by half and the header by less, from 360 px on', async ({
  page,
  signIn,
}) => {
  await signIn(demo.admin);
  await page.goto('/settings');
  for (const width of [360, 390, 720, 1_280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.getByRole('radio', { name: /^100/ }).click();
    const heading = page.getByRole('heading', { level: 2 }).first();
    await expect(heading).toHaveCSS('font-size', '17px');
    const before = await headerHeight(page);
    await page.getByRole('radio', { name: /^150/ }).click();
    await expect(heading).toHaveCSS('font-size', '25.5px');
    expect(await headerHeight(page), `${width} px`).toBeLessThanOrEqual(before * 1.4);
    for (const path of ['/home', '/admin', '/history', '/report', '/settings']) {
      await navigate(page, path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${path}, ${width} px`)
        .toBe(width);
    }
  }
});
