import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { waitForAnimations } from '../support/wait-for-animations';

export const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
export const PHONE = { width: 360, height: 740 };
/** A sheet of A4 within the margins of a browser, in px. */
const SHEET = { width: 718, height: 1000 };
/** 44 px, less what a browser rounds off. */
const LEAST_TARGET_HEIGHT = 43.9;
/** The narrowest page with the desktop layout. */
const TABLET_WIDTH = 720;

/** Checks a state at 360 px: no overflow, low target, NaN or violation that axe finds in both themes. */
export async function checkState(page: Page): Promise<void> {
  await waitForAnimations(page);
  const find = () =>
    page.evaluate(async (least) => {
      const { axe: checker } = window as unknown as { axe: typeof axe };
      const { violations } = await checker.run(document, { resultTypes: ['violations'] });
      return {
        width: document.documentElement.scrollWidth,
        violations: violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`),
        hasNaN: document.body.innerText.includes('NaN'),
        lowTargets: [...document.querySelectorAll('a, button, input, select, summary')]
          .filter((target) => target.checkVisibility())
          // A touch of its label reaches a switch too.
          .filter((target) => (target.closest('label') ?? target).getBoundingClientRect().height < least)
          .map(({ outerHTML }) => outerHTML),
      };
    }, LEAST_TARGET_HEIGHT);
  await expect.poll(find).toEqual({ width: PHONE.width, violations: [], hasNaN: false, lowTargets: [] });

  // The rest of axe's rules sees the same in both themes.
  await page.emulateMedia({ colorScheme: 'dark' });
  const faint = () =>
    page.evaluate(async () => {
      const { axe: checker } = window as unknown as { axe: typeof axe };
      const { violations } = await checker.run(document, { runOnly: ['color-contrast'] });
      return violations.flatMap(({ nodes }) =>
        nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`),
      );
    });
  await expect.poll(faint, 'dark theme').toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Words inside `selector` that are broken over two lines. */
const brokenWords = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility())
      .flatMap((one) => [...one.childNodes])
      .filter((node) => /^\p{L}+$/u.test(node instanceof Text ? node.data.trim() : ''))
      .filter((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getClientRects().length > 1;
      })
      .map((node) => node.textContent ?? ''),
  );

/** Leaf elements and the page itself, where they reach beyond the screen. */
const cutElements = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('html, :is(header, aside, nav, main) :not(:has(*))')]
      .filter((one) => one.checkVisibility() && one.textContent !== '')
      // Titles and names of games are clipped on purpose.
      .filter((one) => one.parentElement?.closest('h1') == null)
      .filter((one) => getComputedStyle(one.parentElement ?? one).textOverflow !== 'ellipsis')
      // A row of games is scrolled sideways.
      .filter((one) => getComputedStyle(one.closest('ul') ?? one).overflowX !== 'auto')
      .filter((one) => {
        const { left, right, width } = one.getBoundingClientRect();
        // Texts for screen readers only are one pixel wide.
        return width > 1 && (left < 0 || Math.max(right, left + one.scrollWidth) > innerWidth + 1);
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 120)),
  );

/** Tables that are wider than their parent. */
const cutTables = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('table')]
      .filter(({ scrollWidth, parentElement }) => scrollWidth > (parentElement?.clientWidth ?? 0) + 1)
      .map((table) => table.ariaLabel ?? table.outerHTML.slice(0, 80)),
  );

/** Fields whose edge has a contrast below 3 to 1 with the surroundings (WCAG 1.4.11). */
const faintFields = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const channels = (color: string): number[] => (color.match(/[\d.]+/g) ?? []).map(Number);
    function luminance(color: string): number {
      const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
        const share = channel / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
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

/** On paper: texts that are not black, backgrounds that are not white. Images keep their colours. */
const notBlackOnWhite = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isWhite = (color: string): boolean => ['rgb(255, 255, 255)', 'rgba(0, 0, 0, 0)'].includes(color);
    const hasText = (element: Element): boolean =>
      element instanceof HTMLInputElement ||
      [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
    return (
      [...document.body.querySelectorAll('*')]
        // The pager prints the number of the current page inverted.
        .filter((element) => element.checkVisibility() && !element.matches('button[aria-current]'))
        .map((element) => ({ element, style: getComputedStyle(element) }))
        .filter(
          ({ element, style }) =>
            (hasText(element) && style.color !== 'rgb(0, 0, 0)') || !isWhite(style.backgroundColor),
        )
        .map(
          ({ element, style }) =>
            `${element.outerHTML.slice(0, 80)}: ${style.color}, ${style.backgroundColor}`,
        )
    );
  });

const setTextSize = (page: Page, size: '100%' | '200%'): Promise<void> =>
  page.evaluate((value) => {
    document.documentElement.style.fontSize = value === '100%' ? '' : value;
  }, size);

const resize = (page: Page, width: number) => page.setViewportSize({ width, height: PHONE.height });

const pageWidth = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth);

/** Checks the layout of a screen on narrow phones and tablets, with text twice as large, and on paper. */
export async function checkLayout(page: Page): Promise<void> {
  await expect.poll(() => faintFields(page), 'edges of fields').toEqual([]);
  await resize(page, 320);
  await expect.poll(() => brokenWords(page, 'main :is(a, button, figure span)'), '320 px').toEqual([]);
  await resize(page, 390);
  await expect.poll(() => brokenWords(page, 'main :is(a, button, figure span, td)'), '390 px').toEqual([]);
  for (const width of [PHONE.width, TABLET_WIDTH]) {
    await resize(page, width);
    await expect.poll(() => pageWidth(page), `${width} px`).toBe(width);
    await expect.poll(() => cutTables(page), `${width} px`).toEqual([]);
  }
  await setTextSize(page, '200%');
  await resize(page, 390);
  await expect.poll(() => brokenWords(page, 'tbody :is(a, button)'), 'text twice as large').toEqual([]);
  await resize(page, PHONE.width);
  await expect.poll(() => cutElements(page), 'text twice as large').toEqual([]);
  await setTextSize(page, '100%');

  await page.setViewportSize(SHEET);
  await page.emulateMedia({ media: 'print' });
  // A person prints with the pointer where it is.
  const submit = page.locator('main [type=submit]').first();
  if (await submit.isVisible()) await submit.hover();
  await waitForAnimations(page);
  await expect.poll(() => pageWidth(page), 'on paper').toBe(SHEET.width);
  await expect.poll(() => notBlackOnWhite(page), 'on paper').toEqual([]);
  await page.emulateMedia({ media: null });
  await page.setViewportSize(PHONE);
}

/** What the frame of a role's screens must have. */
export interface Frame {
  /** The number of links in the menu. */
  readonly links: number;
  /** In px, of the menu. */
  readonly leastFontSizes: readonly [from360: number, at320: number];
  /** The widths at which text twice as large must fit. */
  readonly largeTextWidths: readonly number[];
}

/**
 * Checks header, jackpot bar and menu, which are the same on every screen of a role; a client's catalogue has
 * tiles in place of the bar.
 */
export async function checkFrame(
  page: Page,
  hasTiles: boolean,
  { links, leastFontSizes, largeTextWidths }: Frame,
): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  await expect(menu.getByRole('link')).toHaveCount(links);
  const amounts = page.getByRole('complementary', { name: 'Jackpot' });
  await expect(hasTiles ? page.getByTestId('jackpot-counters') : amounts).toContainText(',');
  await expect(amounts).toHaveCount(hasTiles ? 0 : 1);
  for (const [width, least] of [
    [390, leastFontSizes[0]],
    [360, leastFontSizes[0]],
    [320, leastFontSizes[1]],
  ] as const) {
    await resize(page, width);
    const faulty = () =>
      menu.getByRole('link').evaluateAll((all, size) => {
        const firstTop = all[0]?.getBoundingClientRect().top;
        return all
          .filter((one) => {
            const word = one.querySelector('span')?.getBoundingClientRect();
            const { top, left, right } = one.getBoundingClientRect();
            const isCut = word === undefined || word.left < left || word.right > right;
            return isCut || top !== firstTop || parseFloat(getComputedStyle(one).fontSize) < size;
          })
          .map(({ outerHTML }) => outerHTML);
      }, least);
    await expect.poll(faulty, `links of the menu at ${width} px`).toEqual([]);
  }

  await setTextSize(page, '200%');
  for (const width of largeTextWidths) {
    await resize(page, width);
    const cut = () =>
      page.evaluate(() =>
        [
          ...document.querySelectorAll(
            'html, header *, aside *, [data-testid="jackpot-counters"] :is(dt, dd)',
          ),
        ]
          .filter(
            (one) => one.getBoundingClientRect().right > innerWidth || one.scrollWidth > one.clientWidth + 1,
          )
          .filter((one) => one.clientWidth > 1)
          .map(({ outerHTML }) => outerHTML.slice(0, 80)),
      );
    await expect.poll(cut, `header at ${width} px, text twice as large`).toEqual([]);
  }
  await resize(page, 360);
  const gapAfterBalance = async () => {
    const balance = await page.getByText('TND', { exact: true }).first().boundingBox();
    const refresh = await page.getByRole('button', { name: 'Actualiser le solde' }).boundingBox();
    return (refresh?.x ?? NaN) - (balance?.x ?? NaN) - (balance?.width ?? NaN);
  };
  await expect.poll(gapAfterBalance).toBeGreaterThanOrEqual(0);
  const bottomOfSkipLink = async () => {
    const skipLink = await page.getByRole('link', { name: 'Aller au contenu' }).boundingBox();
    return (skipLink?.y ?? NaN) + (skipLink?.height ?? NaN);
  };
  await expect.poll(bottomOfSkipLink).toBeLessThanOrEqual(0);
  await setTextSize(page, '100%');
  await page.setViewportSize(PHONE);
}

/** Requires that the menu at the foot of a phone does not cover the footer, with text twice as large. */
export async function checkFooter(page: Page): Promise<void> {
  await setTextSize(page, '200%');
  const menu = await page.getByRole('navigation', { name: 'Menu principal' }).boundingBox();
  const bottomOfFooter = async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    const footer = await page.getByText('Jouez avec mesure').boundingBox();
    return (footer?.y ?? NaN) + (footer?.height ?? NaN);
  };
  await expect.poll(bottomOfFooter).toBeLessThanOrEqual(menu?.y ?? NaN);
  await setTextSize(page, '100%');
}
