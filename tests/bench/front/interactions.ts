import type { Page } from '@playwright/test';
import { throttle, withPage, type Visit } from './page-load';

const AFTER_LAST_KEY_MS = 800;
const HISTORY = 'main table, main [role="table"]';

/** Runs `work` on the painted catalogue, with a number of games instead of the product's. */
const withCatalogue = (
  visit: Visit,
  games: number | undefined,
  work: (page: Page) => Promise<number>,
): Promise<number> =>
  withPage(visit, async (page) => {
    if (games !== undefined) await serveGames(page, games);
    await page.goto(`${visit.url}/home`);
    await page.getByTestId('game-grid').waitFor();
    return work(page);
  });

/** Answers the game list with a catalogue of `count` games. */
async function serveGames(page: Page, count: number): Promise<void> {
  const games = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    game_name: `Dragon ${index + 1}`,
    game_code: `dragon-${index + 1}`,
    banner: '/favicon.svg',
  }));
  await page.route(/\/games\b/, (route) => route.fulfill({ json: { games } }));
}

/** The slowest interaction while typing `words` in the catalogue's search (ms, CPU / 4), a lab INP. */
export const timeSlowestKeystroke = (visit: Visit, words: string, games?: number): Promise<number> =>
  withCatalogue(visit, games, async (page) => {
    await throttle(page, { network: false });
    await page.evaluate(() => {
      const slowest = { ms: 0 };
      Object.assign(window, { benchSlowest: slowest });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) slowest.ms = Math.max(slowest.ms, duration);
      }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
    });
    const search = page.getByRole('search').getByRole('textbox').or(page.getByRole('searchbox')).first();
    await search.pressSequentially(words, { delay: 120 });
    await page.waitForTimeout(AFTER_LAST_KEY_MS);
    return page.evaluate(() => (window as unknown as { benchSlowest: { ms: number } }).benchSlowest.ms);
  });

/** The greatest number of elements in the page while `games` games are scrolled through. */
export const countElements = (visit: Visit, games: number): Promise<number> =>
  withCatalogue(visit, games, async (page) => {
    let most = 0;
    for (let step = 0; step < 60; step += 1) {
      await page.mouse.wheel(0, 2_000);
      await page.waitForTimeout(50);
      most = Math.max(most, await page.evaluate(() => document.querySelectorAll('*').length));
    }
    return most;
  });

/**
 * Milliseconds from the click on a link to the frame that shows its screen, including the session gate's
 * wait.
 */
function measureClickToPaint(page: Page, link: string, painted: string): Promise<number> {
  // A string, because the compiler would add helper calls to a function.
  return page.evaluate<number>(`new Promise((resolve, reject) => {
    const links = [...document.querySelectorAll('nav a')];
    const anchor = links.find((a) => a.textContent.includes(${JSON.stringify(link)}));
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
export const measureHoveredVisit = (visit: Visit): Promise<number> =>
  withCatalogue(visit, undefined, async (page) => {
    await page.waitForTimeout(500);
    await page.locator('nav a', { hasText: 'Historique' }).first().hover();
    await page.waitForTimeout(1_000);
    const first = await measureClickToPaint(page, 'Historique', HISTORY);
    await measureClickToPaint(page, 'Accueil', '[data-testid="game-grid"]');
    await page.waitForTimeout(300);
    const later = await measureClickToPaint(page, 'Historique', HISTORY);
    return Math.max(0, first - later);
  });

/** Milliseconds from the click to a second remote's screen that was not prefetched (slow 4G, CPU / 4). */
export const measureColdVisit = (visit: Visit): Promise<number> =>
  withCatalogue(visit, undefined, async (page) => {
    await page.waitForTimeout(1_500);
    await throttle(page);
    return measureClickToPaint(page, 'Historique', HISTORY);
  });
