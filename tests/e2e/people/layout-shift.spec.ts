import type { Page } from '@playwright/test';
import { demo, expect, navigate, createSignal, storeSession, test } from '../support/test';

/**
 * A screen, the call that is held back, a part of the screen that shows meanwhile, and a text that the answer
 * brings.
 */
const SCREENS = [
  {
    path: '/admin',
    held: '**/user/sub-accounts?*',
    present: (page: Page) => page.getByRole('button', { name: 'Déconnexion' }),
    arrives: /^Modifier/,
  },
  {
    path: '/admin',
    held: '**/transactions/report?*',
    present: (page: Page) => page.getByRole('row').nth(1),
    arrives: /^Ajouté ce jour\d/,
  },
  {
    path: '/transaction',
    held: '**/transactions/report?*',
    present: (page: Page) => page.getByRole('table').last().getByText('superadmin').first(),
    arrives: /^Rapport affiché/,
  },
  {
    path: '/settings/journal',
    held: '**/user/journal',
    present: (page: Page) => page.getByRole('columnheader', { name: 'Date' }),
    arrives: /^Connexion/,
  },
  {
    path: '/settings',
    held: '**/auth/sessions',
    present: (page: Page) => page.getByRole('button', { name: 'Enregistrer' }),
    arrives: /^Cette session/,
  },
];

test('layout on a desktop: nothing that was there moves when an answer arrives', async ({
  playwright,
  baseURL,
  launchOptions,
  loginOf,
}) => {
  // Shows scrollbars as on a desktop: Playwright's default flags hide them.
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    ignoreDefaultArgs: ['--hide-scrollbars'],
  });
  const page = await browser.newPage({ baseURL: baseURL ?? '', viewport: { width: 1280, height: 800 } });
  await storeSession(page, baseURL ?? '', await loginOf(demo.admin));
  for (const { path, held, present, arrives } of SCREENS) {
    const measured = createSignal();
    await page.route(held, async (route) => {
      await measured.given;
      await route.continue();
    });
    await page.goto(path);
    await expect(present(page)).toBeVisible();
    const before = await present(page).boundingBox();
    measured.give();
    await expect(page.getByText(arrives).first()).toBeVisible();
    expect(await present(page).boundingBox(), path).toEqual(before);
  }
  await browser.close();
});

test('tables on a desktop: the columns keep their places when rows replace Chargement...', async ({
  page,
  signIn,
}) => {
  await signIn(demo.admin);
  await page.goto('/settings');
  const edges = (): Promise<number[]> =>
    page
      .locator('th')
      .evaluateAll((heads) => heads.map((head) => Math.round(head.getBoundingClientRect().left)));
  for (const path of ['/admin', '/history', '/report', '/transaction']) {
    const measured = createSignal();
    await page.route('**/api/v1/{user/sub-accounts,transactions/**}*', async (route) => {
      await measured.given;
      await route.continue();
    });
    await navigate(page, path);
    await expect(page.getByText('Chargement...').first()).toBeVisible();
    const before = await edges();
    measured.give();
    await expect(page.getByText('Chargement...')).toHaveCount(0);
    expect((await edges()).slice(0, before.length), path).toEqual(before);
    await page.unrouteAll({ behavior: 'wait' });
  }
});

test.describe('phone', () => {
  test.use({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true });

  test('layout on a phone: screens replace each other without a shift on a slow connection', async ({
    page,
    signIn,
  }) => {
    await signIn(demo.client);
    await page.goto('/home');
    await expect(page.getByTestId('game-tile').first()).toBeVisible();
    await page.route('**/transactions/history/outgoing?*', () => undefined);
    await page.evaluate(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) =>
        list.getEntries().forEach((entry) => shifts.push((entry as unknown as { value: number }).value)),
      ).observe({ type: 'layout-shift' });
    });
    /** Resolves once a frame without the content of the screen has been painted. */
    const afterTwoFrames = () =>
      page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
    for (const slow of ['**/auth/validate-token?*', '**/remotes/reports/**'])
      await page.route(slow, async (route) => {
        await afterTwoFrames();
        await route.continue();
      });
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    for (const name of ['Paramètres', 'Historique', 'Accueil']) {
      // Not a tap: the browser does not count shifts that follow a tap within 500 ms.
      await menu.getByRole('link', { name }).dispatchEvent('click');
      const title = name === 'Accueil' ? 'Casino Games' : name;
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
    }
    await page.getByTestId('game-tile').getByRole('link').first().dispatchEvent('click');
    await expect(page.locator('iframe')).toBeVisible();
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.01);
  });
});

test('open requests: nothing of home or list moves when they arrive', async ({
  page,
  signIn,
  apiAs,
  team,
  newClient,
}) => {
  const client = await newClient(10);
  const asker = await apiAs(client);
  const { id } = await asker.post<{ id: number }>('/requests', { type: 'DEPOSIT', amount: 5 });
  await signIn(team.admin);
  const released = createSignal();
  await page.route('**/requests/received', async (route) => {
    await released.given;
    await route.continue();
  });
  await page.goto('/admin');
  const present = page.getByRole('row').nth(1);
  await expect(present).toBeVisible();
  const before = await present.boundingBox();
  released.give();
  await expect(page.getByRole('region', { name: 'Demandes', exact: true })).toBeVisible();
  expect(await present.boundingBox()).toEqual(before);
  // Other journeys of the team look for their own requests.
  await asker.post(`/requests/${id}/withdraw`);
});
