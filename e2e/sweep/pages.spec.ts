import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { atRest } from '../support/wait-for-animations';
import { people, signIn } from '../support/people';

const visits = [
  {
    person: people.admin,
    paths: [
      '/home',
      '/admin',
      '/admin/create',
      '/report',
      '/report/day-close',
      '/transaction',
      '/history',
      '/settings',
    ],
  },
  { person: people.superadmin, paths: ['/report/trial-balance'] },
  { person: people.client, paths: ['/home', '/history', '/history/received', '/settings'] },
];

/** The narrowest page that is laid out as a desk's: an agent's tablet, held upright, is hardly wider. */
const TABLET = 720;
const PHONE = 360;

/** The tables that are wider than their place and out of reach there, since it does not scroll. */
const cutTables = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('table')]
      .filter(({ scrollWidth, parentElement }) => scrollWidth > (parentElement?.clientWidth ?? 0) + 1)
      .map((table) => table.ariaLabel ?? ''),
  );

for (const { person, paths } of visits) {
  test(`When ${person.username} opens its pages at ${PHONE} and ${TABLET} px, then none scrolls sideways or is cut, breaks the CSP or fails axe`, async ({
    page,
  }) => {
    const faults: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(error.message));
    await signIn(page, person);
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expect(page.getByText('Chargement...')).toHaveCount(0);
      for (const width of [TABLET, PHONE]) {
        await page.setViewportSize({ width, height: 740 });
        const pageWidth = await page.evaluate(() => document.documentElement.scrollWidth);
        expect.soft(pageWidth, `${path} at ${width}`).toBeLessThanOrEqual(width);
        expect.soft(await cutTables(page), `${path} at ${width}`).toEqual([]);
      }
      await atRest(page);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
        path,
      ).toEqual([]);
    }
    expect(faults).toEqual([]);
  });
}

test('When a tablet or a desk shows text twice as large, then its page is no wider, and the header shows name, balance and buttons whole', async ({
  page,
}) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'));
  });
  await signIn(page, people.superadmin);
  await expect(page.getByRole('complementary', { name: 'Jackpot' })).toContainText(',');
  for (const width of [720, TABLET, 959, 960, 1024, 1279]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('html, header *, aside *')]
        .filter(
          (one) => one.getBoundingClientRect().right > innerWidth || one.scrollWidth > one.clientWidth + 1,
        )
        .filter((one) => one.clientWidth > 1)
        .map(({ outerHTML }) => outerHTML.slice(0, 80)),
    );
    expect.soft(cut, `at ${width}`).toEqual([]);
  }
});

/** The fields whose edge is told from what is around them by less than 3 to 1 (WCAG 1.4.11). */
const faintFields = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const channels = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
    function luminance(color: string): number {
      const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
        const share = channel / 255;
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    }
    function around(field: Element): string {
      let place = field.parentElement;
      while (place !== null && channels(getComputedStyle(place).backgroundColor)[3] === 0)
        place = place.parentElement;
      return getComputedStyle(place ?? document.body).backgroundColor;
    }
    return [...document.querySelectorAll('main :is(input, select)')]
      .filter((field) => {
        const [lighter = 0, darker = 0] = [getComputedStyle(field).borderTopColor, around(field)]
          .map(luminance)
          .sort((one, other) => other - one);
        return (lighter + 0.05) / (darker + 0.05) < 3;
      })
      .map(({ outerHTML }) => outerHTML);
  });

test('When one is to type, then the edge of each field stands out from what is around it', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.getByLabel('Username')).toBeVisible();
  expect(await faintFields(page)).toEqual([]);
  await signIn(page, people.admin);
  for (const path of ['/home', '/admin', '/admin/create', '/report', '/history', '/settings']) {
    await page.goto(path);
    await expect(page.locator('main :is(input, select)').first()).toBeVisible();
    await atRest(page);
    expect(await faintFields(page), path).toEqual([]);
  }
});

test('When something is pressed, then it gives way, whoever drew it', async ({ page }) => {
  await signIn(page, people.client);
  for (const pressed of [
    page.getByRole('link', { name: 'Historique' }),
    page.getByRole('button', { name: 'Actualiser le solde' }),
    page.getByRole('button', { name: 'Habanero' }),
  ]) {
    await pressed.hover();
    await page.mouse.down();
    await expect(pressed).toHaveCSS('transform', 'matrix(1, 0, 0, 1, 0, 1)');
    await page.mouse.move(0, 0);
    await page.mouse.up();
  }
});

test('When a phone keeps the page on its home screen, then it finds a name and a picture', async ({
  page,
}) => {
  await page.goto('/login');
  await expect(page.locator('meta[name="apple-mobile-web-app-title"]')).toHaveAttribute('content', 'Palier');
  const address = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  const picture = await page.request.get(address ?? '');
  expect(picture.status()).toBe(200);
  expect(picture.headers()['content-type']).toBe('image/png');
});

test('When a form waits for its answer, then its button shows that it works', async ({ page }) => {
  await page.route('**/api/v1/auth/change-password', () => undefined);
  await signIn(page, people.client);
  await page.goto('/settings');
  const button = page.getByRole('button', { name: 'Enregistrer' });
  await expect(button).toHaveCSS('opacity', '1');
  await button.click();
  await expect(button).not.toHaveCSS('opacity', '1');
});

test('When the shell has loaded three remotes, then the page holds one React', async ({ page }) => {
  await signIn(page, people.admin);
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Rechercher' })).toBeVisible();
  await page.getByRole('link', { name: 'Rapport' }).click();
  await expect(page.getByRole('button', { name: 'Afficher' })).toBeVisible();
  const copies = await page.evaluate(() => {
    const federation = (
      globalThis as {
        __FEDERATION__?: { __SHARE__?: Record<string, { default?: Record<string, { react?: object }> }> };
      }
    ).__FEDERATION__;
    const scopes = Object.values(federation?.__SHARE__ ?? {});
    return scopes.map((scope) => Object.keys(scope.default?.react ?? {}).length);
  });
  expect(Math.max(...copies)).toBe(1);
});
