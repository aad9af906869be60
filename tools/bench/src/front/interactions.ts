import type { Browser, Page } from '@playwright/test';
import { contextOf, throttled, type SignedInUser } from './page-load';

const AFTER_LAST_KEY_MS = 800;

async function withPage<Result>(
  browser: Browser,
  { url, user }: { url: string; user: SignedInUser },
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await contextOf(browser, user);
  try {
    const page = await context.newPage();
    await page.goto(url);
    return await work(page);
  } finally {
    await context.close();
  }
}

/** The slowest interaction while typing `words` in the catalogue's search (ms, CPU / 4), a lab INP. */
export function slowestKeystroke(
  browser: Browser,
  options: { url: string; user: SignedInUser; words: string; games?: number },
): Promise<number> {
  return withPage(browser, { url: 'about:blank', user: options.user }, async (page) => {
    if (options.games !== undefined) await serveCatalogueOf(page, options.games);
    await page.goto(`${options.url}/home`);
    await page.getByTestId('game-grid').waitFor();
    await throttled(page, { network: false });
    await page.evaluate(() => {
      const slowest = { ms: 0 };
      Object.assign(window, { benchSlowest: slowest });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) slowest.ms = Math.max(slowest.ms, duration);
      }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
    });
    const search = page.getByRole('search').getByRole('textbox').or(page.getByRole('searchbox')).first();
    await search.pressSequentially(options.words, { delay: 120 });
    await page.waitForTimeout(AFTER_LAST_KEY_MS);
    return page.evaluate(() => (window as unknown as { benchSlowest: { ms: number } }).benchSlowest.ms);
  });
}

/** Answers the game list with a catalogue of `games` games. */
async function serveCatalogueOf(page: Page, games: number): Promise<void> {
  await page.route(/\/games\b/, (route) =>
    route.fulfill({
      json: {
        games: Array.from({ length: games }, (_, index) => ({
          id: index + 1,
          game_name: `Dragon ${index + 1}`,
          game_code: `dragon-${index + 1}`,
          banner: '/favicon.svg',
        })),
      },
    }),
  );
}

/** The greatest number of elements in the page while `games` games are scrolled through. */
export function elementsAfterScrolling(
  browser: Browser,
  options: { url: string; user: SignedInUser; games: number },
): Promise<number> {
  return withPage(browser, { url: 'about:blank', user: options.user }, async (page) => {
    await serveCatalogueOf(page, options.games);
    await page.goto(`${options.url}/home`);
    await page.getByTestId('game-grid').waitFor();
    let most = 0;
    for (let step = 0; step < 60; step += 1) {
      await page.mouse.wheel(0, 2_000);
      await page.waitForTimeout(50);
      most = Math.max(most, await page.evaluate(() => document.querySelectorAll('*').length));
    }
    return most;
  });
}

/**
 * Milliseconds from the click on a link to the frame that shows its screen, including the session gate's wait.
 */
function clickToPainted(page: Page, link: string, painted: string): Promise<number> {
  // A string, because the compiler would add helper calls to a function.
  return page.evaluate<number>(`new Promise((resolve, reject) => {
    const anchor = [...document.querySelectorAll('nav a')].find((a) => a.textContent.includes(${JSON.stringify(link)}));
    if (anchor === undefined) return reject(new Error('no such link'));
    const startedAt = performance.now();
    anchor.click();
    (function look() {
      if (document.querySelector(${JSON.stringify(painted)}) === null) requestAnimationFrame(look);
      else requestAnimationFrame(() => resolve(performance.now() - startedAt));
    })();
  })`);
}

/** The extra time of the first visit to a remote over a later visit, after its link was hovered (ms). */
export function firstVisitAfterHover(
  browser: Browser,
  options: { url: string; user: SignedInUser },
): Promise<number> {
  return withPage(browser, { url: `${options.url}/home`, user: options.user }, async (page) => {
    await page.getByTestId('game-grid').waitFor();
    await page.waitForTimeout(500);
    await page.locator('nav a', { hasText: 'Historique' }).first().hover();
    await page.waitForTimeout(1_000);
    const first = await clickToPainted(page, 'Historique', 'main table, main [role="table"]');
    await clickToPainted(page, 'Accueil', '[data-testid="game-grid"]');
    await page.waitForTimeout(300);
    const later = await clickToPainted(page, 'Historique', 'main table, main [role="table"]');
    return Math.max(0, first - later);
  });
}

/** Milliseconds from the click to a second remote's screen that was not prefetched (slow 4G, CPU / 4). */
export function coldVisit(browser: Browser, options: { url: string; user: SignedInUser }): Promise<number> {
  return withPage(browser, { url: `${options.url}/home`, user: options.user }, async (page) => {
    await page.getByTestId('game-grid').waitFor();
    await page.waitForTimeout(1_500);
    await throttled(page);
    return clickToPainted(page, 'Historique', 'main table, main [role="table"]');
  });
}
