import type { Locator, Page } from '@playwright/test';
import { demo, expect, test } from '../support/test';

/** A common phone, without the height that the browser's own bars take. */
const PHONE = { width: 390, height: 664 };
/** The least height of buttons and links for a thumb, in px. */
const MIN_TARGET_HEIGHT = 44;

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Menu principal' });
const openGame = (page: Page) => page.getByTestId('game-tile').getByRole('link').first().click();
/** The edges of an element in the window, in px. */
async function edgesOf(element: Locator) {
  const box = await element.boundingBox();
  if (box === null) throw new Error(`${String(element)} is not visible`);
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
}
const game = (page: Page) => page.frameLocator('iframe');

/**
 * Selectors of hover styles that apply on a device without a pointer: a touched element would stay
 * highlighted.
 */
const hoverStyles = () => {
  const find = (rules: CSSRuleList): string[] =>
    [...rules].flatMap((rule) => {
      if (rule instanceof CSSStyleRule)
        return rule.selectorText.includes(':hover') ? [rule.selectorText] : [];
      return rule instanceof CSSMediaRule && matchMedia(rule.conditionText).matches
        ? find(rule.cssRules)
        : [];
    });
  return [...document.styleSheets].flatMap(({ cssRules }) => find(cssRules));
};

test.describe('phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('catalogue and game on a touched phone: no hover style or endless animation shows', async ({
    page,
    signIn,
  }) => {
    await signIn(demo.client);
    await page.goto('/home');
    await expect(page.getByTestId('game-tile').locator('img').first()).toHaveCSS('opacity', '1');
    const endless = () =>
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().iterations === Infinity)
        .map((one) => (one as CSSAnimation).animationName);
    await expect.poll(() => page.evaluate(endless)).toEqual([]);
    await expect(page.locator('html')).toHaveCSS('overscroll-behavior-y', 'auto');
    await openGame(page);
    await expect(game(page).getByRole('button', { name: 'Jouer' })).toBeEnabled();
    await expect(page.locator('html')).toHaveCSS('overscroll-behavior-y', 'contain');
    for (const frame of page.frames()) expect(await frame.evaluate(hoverStyles)).toEqual([]);
  });

  test('transfer forms on a touched phone: the button stays in place and no hover style shows', async ({
    page,
    signIn,
  }) => {
    await signIn(demo.admin);
    await page.goto('/admin');
    for (const action of ['Ajouter', 'Retirer']) {
      if (action === 'Retirer') await page.getByRole('button', { name: 'Autres actions' }).first().click();
      await page.getByRole('link', { name: action, exact: true }).first().click();
      await expect(page.getByRole('definition')).toHaveCount(2);
      const button = page.getByRole('button', { name: action, exact: true });
      const before = await button.boundingBox();
      await page.getByLabel('Montant').fill('1');
      await expect(page.getByRole('definition').first()).toContainText('→');
      expect(await button.boundingBox()).toEqual(before);
      await page.getByRole('link', { name: 'Back' }).click();
    }
    await menuOf(page).getByRole('link', { name: 'Rapport' }).click();
    await page.getByRole('button', { name: '7 jours' }).click();
    await expect(page.getByRole('figure')).toBeVisible();
    expect(await page.evaluate(hoverStyles)).toEqual([]);
  });

  test('forms on a phone: above a keyboard the submit button stays in view, without the menu', async ({
    page,
    signIn,
    apiAs,
    browser,
    baseURL,
  }) => {
    const keyboard = { width: 390, height: 500 };
    const check = async (shown: Page, field: string, button: string) => {
      await shown.setViewportSize(keyboard);
      const input = shown.getByLabel(field, { exact: true });
      await input.focus();
      await expect(menuOf(shown)).toBeHidden();
      await expect(shown.getByRole('button', { name: button, exact: true })).toBeInViewport({ ratio: 1 });
      await expect(input).toBeInViewport({ ratio: 1 });
    };
    const login = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage();
    await login.goto('/login');
    await check(login, 'Username', 'Login');
    await login.context().close();

    await signIn(demo.admin);
    const { data } = await (
      await apiAs(demo.admin)
    ).post<{ data: readonly { id: number }[] }>('/user/sub-accounts?page=0&size=25');
    const id = data[0]?.id;
    for (const [path, field, button] of [
      [`/refund/${id}`, 'Montant', 'Ajouter'],
      [`/withdraw/${id}`, 'Montant', 'Retirer'],
      [`/admin/${id}/edit`, 'Mot de passe', 'Modifier'],
      ['/admin/create', 'Nom', 'Submit'],
      ['/settings', 'Ancien mot de passe', 'Enregistrer'],
    ] as const) {
      await page.setViewportSize(PHONE);
      await page.goto(path);
      await expect(page.getByLabel(field, { exact: true }), path).toBeVisible();
      await check(page, field, button);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('heading', { level: 1 }).click();
    await expect(menuOf(page)).toBeVisible();
  });

  test('text twice as large on a phone: header and menu leave half of the screen to the page', async ({
    openAs,
  }) => {
    for (const account of [demo.admin, demo.client]) {
      const page = await openAs(account);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto('/settings');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      const left = async () =>
        (await edgesOf(menuOf(page))).top - (await edgesOf(page.getByRole('main'))).top;
      await expect.poll(left, account.username).toBeGreaterThanOrEqual(422);
    }
  });

  test('notice on a phone: a failure that stays stands above the button that submits the next form', async ({
    page,
    signIn,
  }) => {
    await signIn(demo.admin);
    await page.setViewportSize({ width: 390, height: 520 });
    await page.goto('/admin');
    await page.getByRole('link', { name: 'Ajouter', exact: true }).first().tap();
    await expect(page.getByLabel('Montant')).toBeFocused();
    await page.getByLabel('Montant').blur();
    // The place of the notices with a card in it.
    await page.getByRole('log').evaluate((log) => {
      const card = document.createElement('p');
      card.textContent = 'Ajout';
      log.append(card);
    });
    const submit = await edgesOf(page.getByRole('button', { name: 'Ajouter', exact: true }));
    const card = await edgesOf(page.getByRole('log'));
    expect(card.bottom).toBeLessThanOrEqual(submit.top);
    expect(submit.bottom).toBeLessThanOrEqual((await edgesOf(menuOf(page))).top);
  });

  test('notice on a phone: its question leaves the paid row in view, and a reversal unmarks it', async ({
    page,
    signIn,
  }) => {
    await signIn(demo.admin);
    await page.goto('/admin');
    const row = page.locator('tbody tr').nth(7);
    await row.getByRole('link', { name: /^Ajouter/ }).tap();
    await page.getByLabel('Montant').fill('1');
    await page.getByRole('button', { name: 'Ajouter', exact: true }).tap();
    await expect(row.getByText('+1,00')).toBeInViewport();
    const scrolled = () => page.evaluate(() => window.scrollY);
    const before = await scrolled();
    expect(before).toBeGreaterThan(0);
    const notice = page.getByRole('log');
    await notice.getByRole('button', { name: "Annuler l'ajout" }).tap();
    await expect(notice.getByRole('button', { name: 'Confirmer' })).toBeFocused();
    expect(await scrolled()).toBe(before);
    await notice.getByRole('button', { name: 'Confirmer' }).tap();
    await expect(notice.getByText(/^Ajout annulé/)).toBeVisible();
    await expect(row.getByText('+1,00')).toHaveCount(0);
  });

  test('sub-account list on a phone: the first screen shows four accounts or more', async ({
    page,
    signIn,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await signIn(demo.admin);
    await page.goto('/admin');
    await expect(page.locator('tbody tr')).toHaveCount(25);
    const { top: menuTop } = await edgesOf(menuOf(page));
    const rows = await page.locator('tbody tr').evaluateAll((all) =>
      all.map((row) => {
        const targets = [...row.querySelectorAll('a, button')].filter((one) => one.checkVisibility());
        return {
          bottom: row.getBoundingClientRect().bottom,
          names: targets.map((one) => one.ariaLabel ?? one.textContent),
          least: Math.min(...targets.map((one) => one.getBoundingClientRect().height)),
        };
      }),
    );
    const seen = rows.filter(({ bottom }) => bottom <= menuTop);
    expect(seen.length).toBeGreaterThanOrEqual(4);
    for (const { names, least } of seen) {
      expect(names.slice(1)).toEqual(['Ajouter', 'Autres actions']);
      expect(least).toBeGreaterThanOrEqual(MIN_TARGET_HEIGHT - 0.1);
    }

    await page.getByRole('button', { name: 'Autres actions' }).first().click();
    const row = page.locator('tbody tr').first();
    for (const other of ['Retirer', 'Modifier', 'Historique', 'Journal', 'Désactiver'])
      await expect(row.getByText(other, { exact: true })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(row.getByRole('link', { name: 'Retirer' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(row.getByText('Retirer')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Autres actions' }).first()).toBeFocused();
  });

  test('header on a phone: a balance of a million stands on one line, clear of the bell', async ({
    page,
    signIn,
  }) => {
    await page.route(/\/api\/v1\/(user\/me|auth\/validate-token)/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(/"balance":[\d.]+/, '"balance":1234567.89');
      await route.fulfill({ response: answer, body });
    });
    await signIn(demo.client);
    for (const width of [360, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/home');
      const amount = page.getByTestId('balance');
      await expect(amount).toHaveText(/^1\s234\s567,89$/);
      const { right, top, bottom } = await edgesOf(amount.locator('xpath=../..'));
      expect(right, `${width} px`).toBeLessThanOrEqual((await edgesOf(page.locator('[data-bell]'))).left);
      expect(bottom - top, `${width} px`).toBeLessThan(2 * 13);
    }
  });

  test('network on a phone: a touch of a row shows and hides its other figures', async ({ page, signIn }) => {
    await signIn(demo.admin);
    await page.goto('/report/network');
    const row = page.locator('tbody tr').first();
    const other = row.locator('td:not([data-card])').first();
    const opener = row.getByRole('button', { name: /^Tous les chiffres de / });
    await expect(opener).toBeVisible();
    await expect(other).toBeHidden();
    await opener.click();
    await expect(other).toBeVisible();
    await opener.click();
    await expect(other).toBeHidden();
  });

  test('game on a phone: its frame and buttons are above the menu and inside their panel', async ({
    page,
    signIn,
  }) => {
    await signIn(demo.client);
    const play = game(page).getByRole('button', { name: 'Jouer' });
    // The game is higher than this screen, so the page opens scrolled to the foot of the game.
    await page.setViewportSize({ width: 360, height: 560 });
    await page.goto('/home');
    await openGame(page);
    await expect(play).toBeEnabled();
    expect((await edgesOf(play)).bottom).toBeLessThanOrEqual((await edgesOf(menuOf(page))).top);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.setViewportSize(PHONE);
    await openGame(page);
    await expect(play).toBeEnabled();
    const frame = await edgesOf(page.locator('iframe'));
    expect(frame.top).toBeGreaterThanOrEqual(0);
    expect(frame.bottom).toBeLessThanOrEqual((await edgesOf(menuOf(page))).top);
    const overhang = async () => [
      await game(page)
        .locator('.panel')
        .evaluate((panel) => panel.scrollWidth - panel.clientWidth),
      await game(page)
        .locator('html')
        .evaluate((html) => html.scrollHeight - html.clientHeight),
    ];
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(overhang, `${width} px`).toEqual([0, 0]);
    }

    await page.setViewportSize({ width: 640, height: 360 });
    await page.getByRole('button', { name: 'Fullscreen' }).click();
    await expect(page.getByRole('button', { name: 'Exit Fullscreen' })).toBeVisible();
    const reelsShare = () =>
      game(page)
        .locator('.reels')
        .evaluate((reels) => reels.getBoundingClientRect().height / document.documentElement.clientHeight);
    await expect.poll(reelsShare).toBeGreaterThan(0.4);
    const reels = await edgesOf(game(page).locator('.reels'));
    const name = await edgesOf(game(page).getByRole('heading', { level: 1 }));
    const sound = await edgesOf(game(page).getByRole('button', { name: 'Son' }));
    expect(name.right).toBeLessThanOrEqual(reels.left);
    expect(reels.right).toBeLessThanOrEqual(sound.left);
    const panel = game(page).locator('.panel');
    expect((await panel.boundingBox())?.height).toBeLessThan(70);
    expect(await panel.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(false);
  });
});

test('game on a phone with a notch: it fills its page, and its buttons are clear of the notch', async ({
  page,
  signIn,
}) => {
  const [width, inset] = [844, 47];
  await page.setViewportSize({ width, height: 390 });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setSafeAreaInsetsOverride', {
    insets: { left: inset, right: inset, bottom: 21 },
  });
  // An iPhone allows full screen for videos only.
  await page.addInitScript({
    content: `Element.prototype.requestFullscreen = () => Promise.reject(new Error('refused'));`,
  });
  await signIn(demo.client);
  await page.goto('/home');
  await openGame(page);
  await page.getByRole('button', { name: 'Fullscreen' }).click();
  await expect(page.getByRole('button', { name: 'Exit Fullscreen' })).toBeVisible();
  const back = await page.getByRole('button', { name: 'Back' }).boundingBox();
  expect(back?.x).toBeGreaterThanOrEqual(inset);
  const reload = await page.getByRole('button', { name: 'Reload' }).boundingBox();
  expect((reload?.x ?? width) + (reload?.width ?? 0)).toBeLessThanOrEqual(width - inset);
  await expect(game(page).getByRole('button', { name: 'Jouer' })).toBeInViewport({ ratio: 1 });
});

test('small viewport: menu and search scroll away on 320 × 256 px, as at a zoom of 400 %', async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await signIn(demo.client);
  await page.goto('/home');
  await expect(page.getByTestId('game-tile').first()).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(menuOf(page)).not.toBeInViewport();
  await expect(page.getByRole('search')).not.toBeInViewport();
});

test('login: the form is in the same place in a browser without dynamic viewport units', async ({ page }) => {
  await page.setViewportSize(PHONE);
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
  // A style sheet that is fetched ahead may still be on its way.
  await page.unrouteAll({ behavior: 'wait' });
});

test.describe('tablet', () => {
  test.use({ viewport: { width: 768, height: 1024 }, hasTouch: true, isMobile: true });

  test('tablet: an agent’s targets are as high as a thumb, and six actions fit one line', async ({
    page,
    signIn,
  }) => {
    await signIn(demo.admin);
    for (const path of ['/home', '/report', '/history', '/settings', '/admin']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('Chargement...')).toHaveCount(0);
      const faulty = await page.evaluate((least) => {
        const shown = (selector: string) =>
          [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility());
        return [
          ...shown('main :is(a, button, input, select)').filter(
            // The label around a box is part of its target.
            (target) => (target.closest('label') ?? target).getBoundingClientRect().height < least - 0.1,
          ),
          // Safari zooms into a field with smaller text.
          ...shown('input, select').filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16),
        ].map(({ outerHTML }) => outerHTML);
      }, MIN_TARGET_HEIGHT);
      expect(faulty, path).toEqual([]);
    }
    const actions = page
      .getByRole('row')
      .nth(1)
      .getByRole('cell')
      .last()
      .locator('a, button')
      .filter({ visible: true });
    await expect(actions).toHaveCount(6);
    const boxes = await actions.evaluateAll((all) =>
      all.map((one) => {
        const { top, height } = one.getBoundingClientRect();
        return { top, height };
      }),
    );
    expect(boxes[0]?.height).toBe(MIN_TARGET_HEIGHT);
    for (const box of boxes) expect(box).toEqual(boxes[0]);
  });
});
