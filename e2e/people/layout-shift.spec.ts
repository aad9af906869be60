import { chromium, expect, test, type Page } from '@playwright/test';
import { people, signIn } from '../support/people';

/** Where the screen is, the call that is held back, what stands there meanwhile, and the text that then comes. */
const SCREENS = [
  {
    person: people.admin,
    path: '/admin',
    held: '**/user/sub-accounts?*',
    stands: (page: Page) => page.getByRole('button', { name: 'Déconnexion' }),
    comes: /^Modifier/,
  },
  {
    person: people.admin,
    path: '/transaction',
    held: '**/transactions/report?*',
    stands: (page: Page) => page.getByRole('columnheader', { name: 'Initiateur' }),
    comes: /^Rapport affiché/,
  },
  {
    person: people.client,
    path: '/settings/journal',
    held: '**/user/journal',
    stands: (page: Page) => page.getByRole('columnheader', { name: 'Date' }),
    comes: /^Connexion/,
  },
  {
    person: people.client,
    path: '/settings',
    held: '**/auth/sessions',
    stands: (page: Page) => page.getByRole('heading', { name: 'Jackpot' }),
    comes: /^Cette session/,
  },
];

test('When what a screen waits for comes, then nothing that stood there moves, the scrollbar included', async ({
  baseURL,
  launchOptions,
}) => {
  // A browser as on a desk: Playwright's own hides its scrollbars.
  const browser = await chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] });
  for (const { person, path, held, stands, comes } of SCREENS) {
    const page = await browser.newPage({ baseURL: baseURL ?? '', viewport: { width: 1280, height: 800 } });
    await signIn(page, person);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(held, async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(path);
    await expect(stands(page)).toBeVisible();
    const before = await stands(page).boundingBox();
    release();
    await expect(page.getByText(comes).first()).toBeVisible();
    expect(await stands(page).boundingBox(), path).toEqual(before);
    await page.close();
  }
  await browser.close();
});
