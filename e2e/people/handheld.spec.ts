import { expect, test, type Page } from '@playwright/test';
import { people, signIn } from '../support/people';
import { journal } from '../support/state-answers';

/** A phone of today's commonest width, less what the browser's own bars take of its height. */
const PHONE = { width: 390, height: 664 };
const THUMB = 44;

const topOf = async (page: Page, name: string): Promise<number> =>
  (await page.getByRole('button', { name, exact: true }).boundingBox())?.y ?? NaN;

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('When an amount is typed, then the button under it stays where it is', async ({ page }) => {
    await signIn(page, people.admin);
    await page.goto('/admin');
    for (const action of ['Ajouter', 'Retirer']) {
      await page.getByRole('link', { name: action, exact: true }).first().click();
      await expect(page.getByRole('definition')).toHaveCount(2);
      const before = await topOf(page, action);
      await page.getByLabel('Montant').fill('1');
      await expect(page.getByRole('definition').first()).toContainText('→');
      expect(await topOf(page, action)).toBe(before);
      await page.getByRole('link', { name: 'Back' }).click();
    }
  });

  test('When who acted has the longest of names, then no word of its journal is broken', async ({ page }) => {
    await page.route('**/api/v1/user/journal*', journal(null));
    await signIn(page, people.client);
    await page.goto('/settings/journal');
    const lines = await page.getByText('Déconnexion', { exact: true }).evaluate((word) => {
      const range = document.createRange();
      range.selectNodeContents(word);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
  });

  test('When the phone is as narrow as any, then no word of a button is broken, no date, and a game is called by its whole name', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    const broken = () =>
      page.locator('main :is(a, button, figure span)').evaluateAll((all) =>
        all
          .filter(({ textContent }) => /^\S+$/.test(textContent))
          .filter((one) => {
            const range = document.createRange();
            range.selectNodeContents(one);
            return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
          })
          .map(({ textContent }) => textContent),
      );
    await signIn(page, people.admin);
    await page.goto('/admin');
    await expect(page.getByRole('link', { name: 'Modifier' }).first()).toBeVisible();
    expect(await broken()).toEqual([]);
    await page.goto('/report');
    await page.getByRole('button', { name: '30 jours' }).click();
    await expect(page.locator('figure span').nth(2)).toBeVisible();
    expect(await broken()).toEqual([]);
    await page.getByRole('button', { name: 'Déconnexion' }).click();
    await signIn(page, people.client);
    await page.goto(`/game/PRAGMATIC/${encodeURIComponent('Chant des Halles')}/none`);
    const name = page.getByRole('heading', { name: 'Chant des Halles' });
    await expect(name).toBeVisible();
    const isCut = await name.evaluate(
      (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight,
    );
    expect(isCut).toBe(false);
  });

  test('When text is twice as large, then no word of an account’s buttons is broken', async ({ page }) => {
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'));
    });
    await signIn(page, people.admin);
    await page.goto('/admin');
    const words = page.locator('tbody :is(a, button)');
    await expect(words.first()).toBeVisible();
    const broken = await words.evaluateAll((all) =>
      all
        .filter((one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          return range.getClientRects().length > 1;
        })
        .map(({ textContent }) => textContent),
    );
    expect(broken).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  });

  test('When a menu has three links, then its words are as large on the narrowest phone as on a wide one', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await signIn(page, people.client);
    const links = page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link');
    await expect(links).toHaveCount(3);
    for (const link of await links.all()) await expect(link).toHaveCSS('font-size', '13px');
  });

  test('When a menu has six links, then its words are on one line and of a size one can read', async ({
    page,
  }) => {
    await signIn(page, people.admin);
    const links = page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link');
    await expect(links).toHaveCount(6);
    for (const [width, least] of [
      [390, 12],
      [360, 12],
      [320, 10.8],
    ] as const) {
      await page.setViewportSize({ width, height: 640 });
      const seen = await links.evaluateAll((all) =>
        all.map((one) => {
          const word = one.querySelector('span')?.getBoundingClientRect();
          const { top, left, right } = one.getBoundingClientRect();
          return {
            top,
            size: parseFloat(getComputedStyle(one).fontSize),
            isCut: word === undefined || word.left < left || word.right > right,
          };
        }),
      );
      expect(new Set(seen.map(({ top }) => top)).size, `${width}`).toBe(1);
      for (const { size, isCut } of seen) {
        expect(size).toBeGreaterThanOrEqual(least);
        expect(isCut).toBe(false);
      }
    }
  });

  test('When a game is opened, then all of its frame is above the navigation', async ({ page }) => {
    await signIn(page, people.client);
    await page.getByTestId('game-tile').getByRole('link').first().click();
    const frame = page.locator('iframe');
    await expect(frame).toBeVisible();
    const box = await frame.boundingBox();
    const menu = await page.getByRole('navigation', { name: 'Menu principal' }).boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? NaN) + (box?.height ?? NaN)).toBeLessThanOrEqual(menu?.y ?? NaN);
  });

  test('When a game is higher than the screen, then its foot is above the navigation: the buttons are there', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 560 });
    await signIn(page, people.client);
    await page.getByTestId('game-tile').getByRole('link').first().click();
    const play = page.frameLocator('iframe').getByRole('button', { name: 'Jouer' });
    await expect(play).toBeEnabled();
    const button = await play.boundingBox();
    const menu = await page.getByRole('navigation', { name: 'Menu principal' }).boundingBox();
    expect((button?.y ?? NaN) + (button?.height ?? NaN)).toBeLessThanOrEqual(menu?.y ?? NaN);
  });

  test('When banners are still on their way, then only their boxes are drawn', async ({ page }) => {
    await page.route(/\/banners\//, () => undefined);
    await signIn(page, people.client);
    const banner = page.getByTestId('game-tile').locator('img').first();
    await expect(banner).toBeAttached();
    await expect(banner).toHaveCSS('opacity', '0');
  });

  test('When a narrow phone shows text twice as large, then no screen of a player is wider than it, and no amount is covered or cut', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'));
    });
    await signIn(page, people.client);
    const game = await page.getByTestId('game-tile').getByRole('link').first().getAttribute('href');
    const overhang = (selector: string) =>
      page.locator(selector).evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
    expect(await overhang('[data-testid="jackpot-counters"] :is(dt, dd)')).toEqual(Array(6).fill(0));
    for (const path of ['/home', '/history', '/settings', game ?? '']) {
      await page.goto(path);
      await expect(page.locator('main h1')).toBeVisible();
      await expect(page.getByRole('complementary', { name: 'Jackpot' })).toContainText(',');
      expect(await overhang('html'), path).toEqual([0]);
      expect(await overhang('aside span > span'), path).toEqual([0, 0, 0]);
    }
    const balance = await page.getByText('TND', { exact: true }).first().boundingBox();
    const refresh = await page.getByRole('button', { name: 'Actualiser le solde' }).boundingBox();
    expect((balance?.x ?? NaN) + (balance?.width ?? NaN)).toBeLessThanOrEqual(refresh?.x ?? NaN);
    const skip = await page.getByRole('link', { name: 'Aller au contenu' }).boundingBox();
    expect((skip?.y ?? NaN) + (skip?.height ?? NaN)).toBeLessThanOrEqual(0);
    const name = await page.locator('main h1').boundingBox();
    expect(name?.width).toBeGreaterThan(90);
  });

  test('When a narrow phone shows text twice as large, then no screen of an agent is wider than it, and no amount or link is cut', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'));
    });
    await signIn(page, people.superadmin);
    for (const path of [
      '/admin',
      '/admin/create',
      '/report?from=2026-01-01&to=2026-01-30',
      '/report/day-close',
      '/report/trial-balance',
      '/transaction',
      '/history',
    ]) {
      await page.goto(path);
      await expect(page.locator('main h1')).toBeVisible();
      if (path.includes('from=')) await expect(page.getByRole('figure')).toBeVisible();
      await expect(page.getByText('Chargement...')).toHaveCount(0);
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll('html, :is(nav, main) :not(:has(*))')]
          .filter((one) => one.checkVisibility() && one.textContent !== '')
          .filter((one) => {
            const { left, right, width } = one.getBoundingClientRect();
            // What only a screen reader is told is a pixel wide.
            return width > 1 && (left < 0 || Math.max(right, left + one.scrollWidth) > innerWidth + 1);
          })
          .map(({ outerHTML }) => outerHTML.slice(0, 120)),
      );
      expect(cut, path).toEqual([]);
    }
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const menu = await page.getByRole('navigation', { name: 'Menu principal' }).boundingBox();
    const foot = await page.getByText('Jouez avec mesure').boundingBox();
    expect((foot?.y ?? NaN) + (foot?.height ?? NaN)).toBeLessThanOrEqual(menu?.y ?? NaN);
  });

  test('When the browser knows no dynamic heights, as Chrome 100, then the login stands where it stands in others', async ({
    page,
  }) => {
    const topOfForm = async () => {
      await page.goto('/login');
      return (await page.locator('form').boundingBox())?.y;
    };
    const top = await topOfForm();
    await page.route(/\.css$/, async (route) => {
      const response = await route.fetch();
      const sheet = await response.text();
      await route.fulfill({ response, body: sheet.replace(/[\w-]+:[^;{}]*dvh[^;{}]*;?/g, '') });
    });
    expect(await topOfForm()).toBe(top);
    // The sheets of the screens to come are fetched ahead: one may still be on its way.
    await page.unrouteAll({ behavior: 'wait' });
  });
});

test('When a page is shown at 400 %, or on a small phone on its side, then its menu and its search scroll away and leave it its height', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await signIn(page, people.client);
  await expect(page.getByTestId('game-tile').first()).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByRole('navigation', { name: 'Menu principal' })).not.toBeInViewport();
  await expect(page.getByRole('search')).not.toBeInViewport();
});

test.describe('on a phone that is touched', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('When the banners in view have come, then nothing on the catalogue goes on moving', async ({
    page,
  }) => {
    await signIn(page, people.client);
    await expect(page.getByTestId('game-tile').locator('img').first()).toHaveCSS('opacity', '1');
    const endless = () =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations === Infinity)
        .map((one) => (one as CSSAnimation).animationName);
    await expect.poll(() => page.evaluate(endless)).toEqual([]);
  });

  test('When there is no pointer, then no style for one applies: what was touched does not stay lit', async ({
    page,
  }) => {
    const forPointers = () => {
      const found = (rules: CSSRuleList): string[] =>
        [...rules].flatMap((rule) =>
          rule instanceof CSSStyleRule
            ? rule.selectorText.includes(':hover')
              ? [rule.selectorText]
              : []
            : rule instanceof CSSMediaRule && matchMedia(rule.conditionText).matches
              ? found(rule.cssRules)
              : [],
        );
      return [...document.styleSheets].flatMap(({ cssRules }) => found(cssRules));
    };
    await signIn(page, people.client);
    await page.getByTestId('game-tile').getByRole('link').first().click();
    await expect(page.frameLocator('iframe').getByRole('button', { name: 'Jouer' })).toBeEnabled();
    for (const frame of page.frames()) expect(await frame.evaluate(forPointers)).toEqual([]);
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Déconnexion' }).click();
    await signIn(page, people.admin);
    await page.goto('/admin');
    await expect(page.getByRole('link', { name: 'Modifier' }).first()).toBeVisible();
    await page.getByRole('link', { name: 'Rapport' }).click();
    await page.getByRole('button', { name: '7 jours' }).click();
    await expect(page.locator('figure')).toBeVisible();
    expect(await page.evaluate(forPointers)).toEqual([]);
  });

  test('When a game is open, then a thumb that slides down does not load the page again', async ({
    page,
  }) => {
    await signIn(page, people.client);
    await expect(page.locator('html')).toHaveCSS('overscroll-behavior-y', 'auto');
    await page.getByTestId('game-tile').getByRole('link').first().click();
    await expect(page.locator('iframe')).toBeVisible();
    await expect(page.locator('html')).toHaveCSS('overscroll-behavior-y', 'contain');
  });

  test('When a phone is held on its side, then a slot in full screen has its figures and its buttons on one line', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 640, height: 360 });
    await signIn(page, people.client);
    await page.getByTestId('game-tile').getByRole('link').first().click();
    await page.getByRole('button', { name: 'Fullscreen' }).click();
    const game = page.frameLocator('iframe');
    await expect(game.getByRole('button', { name: 'Jouer' })).toBeEnabled();
    const panel = await game.locator('.panel').boundingBox();
    const isCut = await game.locator('.panel').evaluate((one) => one.scrollWidth > one.clientWidth);
    expect(panel?.height).toBeLessThan(70);
    expect(isCut).toBe(false);
  });

  test('When a line is slow, then the screens come one after the other and nothing leaps meanwhile', async ({
    page,
  }) => {
    await signIn(page, people.client);
    await expect(page.getByTestId('game-tile').first()).toBeVisible();
    for (const slow of ['**/auth/validate-token?*', '**/remotes/reports/**'])
      await page.route(slow, async (route) => {
        // Longer than what a browser still takes for the tap's own doing.
        await new Promise((resolve) => setTimeout(resolve, 800));
        await route.continue();
      });
    await page.route('**/transactions/history/outgoing?*', () => undefined);
    await page.evaluate(() => {
      const leaps: number[] = [];
      Object.assign(window, { leaps });
      new PerformanceObserver((list) =>
        list.getEntries().forEach((entry) => leaps.push((entry as unknown as { value: number }).value)),
      ).observe({ type: 'layout-shift' });
    });
    const menu = page.getByRole('navigation', { name: 'Menu principal' });
    for (const name of ['Paramètres', 'Historique', 'Accueil']) {
      await menu.getByRole('link', { name }).click();
      await expect(
        page.getByRole('heading', { name: name === 'Accueil' ? 'Casino Games' : name }),
      ).toBeVisible();
    }
    await page.getByTestId('game-tile').getByRole('link').first().click();
    await expect(page.locator('iframe')).toBeVisible();
    const leaps = await page.evaluate(() => (window as unknown as { leaps: number[] }).leaps);
    expect(leaps.reduce((sum, one) => sum + one, 0)).toBeLessThan(0.01);
  });
});

test.describe('on a tablet that is touched', () => {
  test.use({ viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true });

  test('When an agent works on it, then every target is as high as a thumb, and every field can be typed in without a zoom', async ({
    page,
  }) => {
    await signIn(page, people.admin);
    for (const path of ['/home', '/admin', '/report', '/history', '/settings']) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await expect(page.getByText('Chargement...')).toHaveCount(0);
      const faulty = await page.evaluate((thumb) => {
        const shown = (selector: string) =>
          [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
        return [
          ...shown('main :is(a, button, input, select)').filter(
            (target) => target.getBoundingClientRect().height < thumb - 0.1,
          ),
          ...shown('input, select').filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16),
        ].map(({ outerHTML }) => outerHTML);
      }, THUMB);
      expect(faulty, path).toEqual([]);
    }
  });

  test('When an agent reads the accounts, then the five actions of each stand on one line', async ({
    page,
  }) => {
    await signIn(page, people.admin);
    await page.goto('/admin');
    const actions = page.getByRole('row').nth(1).getByRole('cell').last().locator('a, button');
    await expect(actions).toHaveCount(5);
    const [first, ...others] = await actions.evaluateAll((all) =>
      all.map((one) => {
        const { top, height } = one.getBoundingClientRect();
        return { top, height };
      }),
    );
    expect(first?.height).toBe(THUMB);
    for (const other of others) expect(other).toEqual(first);
  });
});
