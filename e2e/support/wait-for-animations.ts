import type { Page } from '@playwright/test';

/** Waits for what fades in to have done so, so that colours are judged at rest; what moves for ever is left to move. */
export const atRest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const passing = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  });
