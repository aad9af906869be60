import type { Locator } from '@playwright/test';
import { waitForAnimations } from '../support/wait-for-animations';
import { demo, expect, navigate, test } from '../support/test';

test('forced colours: current choices and the series of a chart keep a colour of their own', async ({
  page,
  signIn,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await signIn(demo.admin);
  await page.goto('/home');
  const highlight = await page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('span'));
    Object.assign(probe.style, { color: 'HighlightText', forcedColorAdjust: 'none' });
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
  for (const [path, current, other] of [
    ['/home', 'Pragmatic', 'Habanero'],
    ['/admin?page=2', 'Page 2', 'Page 1'],
    ['/report', "Aujourd'hui", 'Hier'],
  ] as const) {
    await navigate(page, path);
    await expect(page.getByRole('button', { name: current, exact: true })).toHaveCSS('color', highlight);
    await expect(page.getByRole('button', { name: other, exact: true })).not.toHaveCSS('color', highlight);
  }
  await expect(page.getByRole('link', { name: 'Rapport', exact: true })).toHaveCSS('color', highlight);
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).not.toHaveCSS('color', highlight);
  const legend = page.getByRole('figure').locator('li[data-series]');
  await expect(legend).toHaveCount(3);
  const marks = await legend.evaluateAll((all) =>
    all.map((one) => getComputedStyle(one, '::before').backgroundColor),
  );
  expect(new Set(marks.slice(0, 2)).size).toBe(2);
});

test('buttons: a current, pressed or busy button looks different, also under the pointer', async ({
  page,
  signIn,
}) => {
  await signIn(demo.admin);
  await page.goto('/home');
  const colours = (button: Locator) =>
    button.evaluate((one) => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]);
  for (const [path, name] of [
    ['/admin', 'Page 2'],
    ['/report', 'Hier'],
  ] as const) {
    await navigate(page, path);
    const current = page.getByRole('button', { name, exact: true });
    await current.click();
    await expect(current).toHaveAttribute('aria-current', /page|true/);
    await waitForAnimations(page);
    const underPointer = await colours(current);
    await page.mouse.move(0, 0);
    await waitForAnimations(page);
    expect(underPointer).toEqual(await colours(current));
  }

  await navigate(page, '/admin');
  const add = page.getByRole('link', { name: 'Ajouter', exact: true }).first();
  await add.hover();
  await expect(add).toHaveCSS('color', 'rgb(11, 16, 32)');
  await expect(add).toHaveCSS('background-color', 'rgb(255, 210, 74)');

  await navigate(page, '/home');
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

  await page.route('**/api/v1/auth/change-password', () => undefined);
  await navigate(page, '/settings');
  const submit = page.getByRole('button', { name: 'Enregistrer' });
  await expect(submit).toHaveCSS('opacity', '1');
  await submit.click();
  await expect(submit).not.toHaveCSS('opacity', '1');
});

test('motion: no transition or animation is longer than 10 ms for a person who prefers it reduced', async ({
  page,
  signIn,
}) => {
  await signIn(demo.admin);
  await page.goto('/admin');
  await expect(page.getByRole('table')).toBeVisible();
  const longestMs = () =>
    page.evaluate(() => {
      const durations = [...document.querySelectorAll('*')].flatMap((element) => {
        const style = getComputedStyle(element);
        return `${style.transitionDuration},${style.animationDuration}`
          .split(',')
          .map((text) => parseFloat(text) * (text.trim().endsWith('ms') ? 1 : 1_000));
      });
      return Math.max(...durations);
    });
  expect(await longestMs()).toBeGreaterThan(100);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await longestMs()).toBeLessThanOrEqual(10);
});

test('selects: they have an arrow in the search of all games, and the native one in forced colours', async ({
  page,
  signIn,
}) => {
  await signIn(demo.client);
  await page.goto('/home');
  await page.getByRole('button', { name: 'Tous les jeux' }).click();
  const kind = page.getByRole('combobox', { name: 'Genre' });
  await expect(kind).toHaveCSS('background-image', /gradient/);
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(kind).toHaveCSS('appearance', 'auto');
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light dark');
});

test('catalogue search: it keeps room for a name on a phone, also beside a count', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(demo.client);
  await page.goto('/home');
  const search = page.getByPlaceholder('Search games...');
  await search.fill('a');
  await expect(page.getByText(/^Found \d+ game/)).toBeVisible();
  expect((await search.boundingBox())?.width).toBeGreaterThan(190);
});

test('wide screens: at 1920 px Réseau and Historique begin where the header does, 1600 px wide', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await signIn(demo.admin);
  for (const path of ['/report/network', '/history']) {
    await page.goto(path);
    const table = page.getByRole('main').getByRole('table').first();
    await expect(table).toBeVisible();
    expect((await table.boundingBox())!.width).toBeGreaterThanOrEqual(1_600);
    const left = await page.getByRole('main').evaluate((main) => {
      const { paddingLeft } = getComputedStyle(main);
      return main.getBoundingClientRect().left + parseFloat(paddingLeft);
    });
    const mark = await page.getByRole('banner').locator('svg').first().boundingBox();
    expect(Math.abs(left - mark!.x)).toBeLessThan(1);
  }
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect((await page.getByRole('main').boundingBox())!.width).toBeLessThanOrEqual(1_280);
});

test('figures: all ten have the same width in the balance, in every weight that amounts have', async ({
  page,
  signIn,
}) => {
  await signIn(demo.client);
  await page.goto('/home');
  const widths = await page.getByTestId('balance').evaluate((balance) =>
    [400, 600, 650, 700].map((weight) => {
      const copy = balance.parentElement!.appendChild(document.createElement('span'));
      Object.assign(copy.style, { position: 'absolute', fontWeight: String(weight) });
      const each = [...'0123456789'].map((digit) => {
        copy.textContent = digit.repeat(10);
        return copy.getBoundingClientRect().width;
      });
      copy.remove();
      return new Set(each).size;
    }),
  );
  expect(widths).toEqual([1, 1, 1, 1]);
});
