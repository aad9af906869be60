import type { Locator, Page } from '@playwright/test';

/** Acts of a person on a page, counted: each tap, each typed field and each key is one. */
export interface Person {
  tap(target: Locator): Promise<void>;
  /** Types into the element that has the focus. */
  type(text: string): Promise<void>;
  press(key: string): Promise<void>;
  count(): number;
}

export function createPerson(page: Page): Person {
  let count = 0;
  return {
    async tap(target) {
      count += 1;
      await target.click();
    },
    async type(text) {
      count += 1;
      for (const character of text) await page.keyboard.press(character === ' ' ? 'Space' : character);
    },
    async press(key) {
      count += 1;
      await page.keyboard.press(key);
    },
    count: () => count,
  };
}
