import type { Page } from '@playwright/test';

/** Waits until every animation with an end has ended, so that colours are final. */
export const waitForAnimations = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const finite = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        );
    // An inherited value that changes starts the transitions of the elements inside.
    for (let running = finite(); running.length > 0; running = finite())
      await Promise.allSettled(running.map(({ finished }) => finished));
  });
