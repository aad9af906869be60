import type { Page } from '@playwright/test';
import { demo, expect, navigate, storeSession, test } from '../support/test';
import { AXE_SOURCE, checkFooter, checkFrame, checkLayout, checkState, PHONE, type Frame } from './checks';
import { subAccountOf } from './roles';
import { PUBLIC_STATES, SCREENS } from './screens';
import { leaveState, showState, watchConsole } from './show-state';

/**
 * Links of the menu, the least size of their text at 360 and at 320 px, and the widths checked with text
 * twice as large.
 */
const FRAMES: Readonly<Record<'superadmin' | 'admin' | 'client', Frame>> = {
  superadmin: { links: 6, leastFontSizes: [12, 10.8], largeTextWidths: [720, 959, 960, 1024, 1279] },
  admin: { links: 6, leastFontSizes: [12, 10.8], largeTextWidths: [] },
  client: { links: 3, leastFontSizes: [13, 13], largeTextWidths: [360] },
};

for (const role of ['superadmin', 'admin', 'client'] as const)
  test.describe(role, () => {
    test.describe.configure({ mode: 'default' });
    let page: Page;
    let takeErrors: () => string[];
    let id = '';
    const sockets: string[] = [];

    test.beforeAll(async ({ browser, baseURL, loginOf, apiAs }) => {
      page = await browser.newPage({
        baseURL: baseURL ?? '',
        viewport: PHONE,
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
        locale: 'fr-TN',
      });
      takeErrors = watchConsole(page);
      page.on('websocket', (socket) => sockets.push(socket.url()));
      await page.addInitScript(AXE_SOURCE);
      await storeSession(page, baseURL ?? '', await loginOf(demo[role]));
      await page.goto('/home');
      await expect(page.getByRole('heading', { name: 'Casino Games' })).toBeVisible();
      id = await subAccountOf(role, await apiAs(demo[role]));
    });
    test.afterAll(() => page.context().close());

    test(`frame of a ${role}: menu, header and jackpot bar are readable at every width`, async () => {
      await checkFrame(page, role === 'client', FRAMES[role]);
      await navigate(page, '/history');
      if (role === 'client') {
        await checkFrame(page, false, FRAMES[role]);
        return;
      }
      await expect(page.locator('tbody tr').first()).toBeVisible();
      await checkFooter(page);
      // The one that follows the own balance.
      expect(sockets.length).toBeLessThanOrEqual(1);
    });

    for (const { name, visitor, alsoFor, states } of SCREENS) {
      if (visitor !== role && alsoFor?.includes(role) !== true) continue;
      const visited = visitor === role ? states : states.slice(0, 1);
      const tag = visitor === role ? '' : ' @long';
      test(`${name} of a ${role}: every state is accessible and fits its page${tag}`, async () => {
        for (const [index, state] of visited.entries())
          await test.step(state.name, async () => {
            await showState(page, state, id);
            await checkState(page);
            if (index === 0) await checkLayout(page);
            expect(takeErrors()).toEqual([]);
            await leaveState(page, state);
          });
      });
    }

    test(`socket of a ${role}: its first live screen opens one`, async () => {
      await navigate(page, role === 'client' ? '/home' : '/admin');
      await expect.poll(() => sockets.length).toBeGreaterThan(0);
    });
  });

test('screens without a session: every state is accessible and fits its page', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({
    baseURL: baseURL ?? '',
    viewport: PHONE,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const takeErrors = watchConsole(page);
  await page.addInitScript(AXE_SOURCE);
  await page.goto('/login');
  for (const state of PUBLIC_STATES)
    await test.step(state.name, async () => {
      await showState(page, state, '');
      await checkState(page);
      await checkLayout(page);
      expect(takeErrors()).toEqual([]);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  await page.context().close();
});
