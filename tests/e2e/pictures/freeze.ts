import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const FONT_FILE = createRequire(import.meta.url).resolve(
  '@fontsource-variable/roboto/files/roboto-latin-wght-normal.woff2',
);
const FONT_PATH = '/font-of-pictures.woff2';

/**
 * One font on every system, no caret, and none of the parts that are drawn from amounts or come when they
 * like: charts, dates in fields, the frame of a game, the bell.
 */
const STYLE = `
@font-face { font-family: Pictures; src: url(${FONT_PATH}); font-weight: 100 900; }
* { font-family: Pictures !important; caret-color: transparent !important; }
[data-frozen] :is(figure svg, iframe, [data-bell] > button) { visibility: hidden !important; }
[data-frozen] :is(input[type=date], input[type=datetime-local]) { color: transparent !important; }
`;

/** Call before the page is opened. */
export async function prepareFreezing(page: Page): Promise<void> {
  const body = readFileSync(FONT_FILE);
  // Of the context, because a state gives all routes of the page back.
  await page.context().route(`**${FONT_PATH}`, (route) => route.fulfill({ contentType: 'font/woff2', body }));
  // A constructed sheet, because the policy of the page refuses a style element.
  await page.addInitScript((text) => {
    // Not in the frame of a game.
    if (window !== top) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, STYLE);
}

/**
 * Hides what depends on the run, and replaces what depends on the day in all texts: numbers, months and days
 * of the week. The texts stay replaced until their screen is left.
 */
export const freeze = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.documentElement.dataset.frozen = '';
    const number = /\d+(?:[\s\u00a0\u202f.,:/-]?\d+)*/g;
    const months = 'janv|févr|mars|avr|mai|juin|juil|août|sept|oct|nov|déc';
    const days = 'lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|hier|aujourd.hui';
    const dayWords = new RegExp(`(${months}|${days})\\p{L}*\\.?`, 'giu');
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() !== null) {
      const text = texts.currentNode as Text;
      const frozen = text.data.replace(number, '0').replace(dayWords, 'jour');
      if (frozen !== text.data) text.data = frozen;
    }
  });

/** Shows again what is hidden in pictures. */
export const unfreeze = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Reflect.deleteProperty(document.documentElement.dataset, 'frozen');
  });

/** Waits until all pictures in view are loaded, and the font. */
export async function waitForImagesAndFont(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every(
      (image) =>
        !image.checkVisibility() ||
        image.getBoundingClientRect().top > innerHeight ||
        (image.complete && image.naturalWidth > 0),
    ),
  );
  await page.evaluate(async () => {
    await document.fonts.ready;
  });
}
