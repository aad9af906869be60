import { interceptJackpotSocket } from '@palier/test-support/jackpot-socket';
import { throttle, withPage, type Visit } from './page-load';

/** Shorter than the overlay's five seconds, to leave out its start and end. */
const WATCHED_MS = 4_500;
const LATE_FRAME_MS = 32;

/** Smoothness of the jackpot overlay, with the processor slowed down four times. */
export interface Celebration {
  readonly longTasks: number;
  /** Share of frames longer than two frames at 60 Hz. */
  readonly lateShare: number;
}

/** How often the balance changes while it is watched, and how long a change moves. */
const CHANGE_MS = 700;
const CHANGES = 8;

/** The share of late frames while the header's balance counts to new values, CPU / 4. */
export const measureCounting = (visit: Visit): Promise<number> =>
  withPage(visit, async (page) => {
    const socket = await interceptJackpotSocket(page);
    await page.goto(`${visit.url}/home`);
    await page.getByTestId('game-grid').waitFor();
    while (!socket.destinations().some((name) => name.includes('/topic/balance/user/')))
      await page.waitForTimeout(100);
    // Written by the part of the shell that counts, once it is loaded.
    await page.waitForFunction(() => localStorage.getItem('palier.last-balance') !== null);
    await throttle(page, { network: false });
    // A string, because the compiler would add helper calls to a function.
    const watched = page.evaluate<number>(`new Promise((resolve) => {
      let frames = 0, late = 0, last = 0, startedAt = 0;
      requestAnimationFrame(function look(now) {
        if (startedAt === 0 && document.querySelector('[data-counting]') !== null) startedAt = now;
        else if (startedAt > 0) {
          frames += 1;
          if (now - last > ${LATE_FRAME_MS}) late += 1;
        }
        last = now;
        if (startedAt > 0 && now - startedAt > ${CHANGE_MS * (CHANGES - 1)}) resolve(late / frames);
        else requestAnimationFrame(look);
      });
    })`);
    for (let change = 1; change <= CHANGES; change += 1) {
      socket.deliver('/topic/balance/user/', JSON.stringify({ balance: 1_000 + change * 111.11 }));
      await page.waitForTimeout(CHANGE_MS);
    }
    return watched;
  });

/** Delivers a jackpot on /home and measures its overlay. */
export const measureCelebration = (visit: Visit): Promise<Celebration> =>
  withPage(visit, async (page) => {
    const socket = await interceptJackpotSocket(page);
    await page.goto(`${visit.url}/home`);
    await page.getByTestId('game-grid').waitFor();
    while (!socket.destinations().some((name) => name.includes('/topic/jackpot/user/')))
      await page.waitForTimeout(100);
    await throttle(page, { network: false });
    // A string, because the compiler would add helper calls to a function.
    const watched = page.evaluate<Celebration>(`new Promise((resolve) => {
      const coin = () => document.querySelector('[data-testid="jackpot-coin"]');
      let longTasks = 0, frames = 0, late = 0, last = 0, startedAt = 0;
      new PerformanceObserver((list) => {
        for (const { startTime } of list.getEntries())
          if (startedAt > 0 && startTime >= startedAt) longTasks += 1;
      }).observe({ type: 'longtask' });
      requestAnimationFrame(function look(now) {
        if (startedAt === 0 && coin() !== null) startedAt = now;
        else if (startedAt > 0) {
          frames += 1;
          if (now - last > ${LATE_FRAME_MS}) late += 1;
        }
        last = now;
        if (startedAt > 0 && now - startedAt > ${WATCHED_MS})
          resolve({ longTasks, lateShare: late / frames });
        else requestAnimationFrame(look);
      });
    })`);
    const win = { prizeAmount: 1234.56, tier: 'gold', winId: Date.now() };
    socket.deliver('/topic/jackpot/user/', JSON.stringify(win));
    return watched;
  });
