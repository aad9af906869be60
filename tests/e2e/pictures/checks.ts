import type { Page } from '@playwright/test';
import type axe from 'axe-core';

/** What axe finds in the page as it is. */
export const faults = (page: Page): Promise<string[]> => run(page, {});

/** The part of axe's rules that depends on the theme. */
export const contrastFaults = (page: Page): Promise<string[]> => run(page, { runOnly: ['color-contrast'] });

const run = (page: Page, options: axe.RunOptions): Promise<string[]> =>
  page.evaluate(async (chosen) => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    const { violations } = await checker.run(document, { resultTypes: ['violations'], ...chosen });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    );
  }, options);

const MOST_TABS = 40;

/**
 * Goes through the page by the Tab key. Finds elements that have the focus without a visible sign, outside of
 * the window, or below something that covers them; and animations without an end, although the visitor
 * asked for reduced motion.
 */
export async function focusFaults(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
    await page.keyboard.press('Tab');
    const fault = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      // The browser marks the button of its own calendar, inside of a field for a date.
      if (element instanceof HTMLIFrameElement || !element.matches(':focus')) return '';
      // Some rings are drawn by a part of the element.
      const styles = [null, '::before', '::after'].map((part) => getComputedStyle(element, part));
      const { left, right, top, bottom, width } = element.getBoundingClientRect();
      const html = element.outerHTML.slice(0, 120);
      const hasRing = styles.some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
      );
      // A radio or a box may be drawn by its label.
      const isDrawnByLabel = element.closest('label') !== null && width <= 1;
      if (!hasRing && !isDrawnByLabel) return `no sign of the focus: ${html}`;
      // The middle of what is in the window: a table may be longer.
      const at = document.elementFromPoint(
        (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
        (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
      );
      if (at === null) return `focus out of view: ${html}`;
      const label = element.closest('label');
      const isCovered = !element.contains(at) && !at.contains(element) && label?.contains(at) !== true;
      return isCovered ? `focus covered: ${html} by ${at.outerHTML.slice(0, 80)}` : '';
    });
    if (fault === null) break;
    if (fault !== '') found.push(fault);
  }
  const endless = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().iterations === Infinity)
      .map((one) => `endless animation: ${(one as CSSAnimation).animationName}`),
  );
  return [...found, ...endless];
}
