import type { Page } from '@playwright/test';

/** Waits until every animation with an end has ended, so that colours are final. */
export async function waitForAnimations(page: Page): Promise<void> {
  let wereRunning = true;
  // An inherited value that changes starts the transitions of the elements inside.
  while (wereRunning)
    // Without inner functions that have a name: tsx wraps them in a helper that the page does not have.
    wereRunning = await page.evaluate(async () => {
      const running = document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        );
      await Promise.allSettled(running.map(({ finished }) => finished));
      return running.length > 0;
    });
}
