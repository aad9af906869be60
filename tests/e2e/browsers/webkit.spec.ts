import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { demo, expect, test } from '../support/test';
import { AXE_SOURCE } from '../sweep/checks';
import { ROLES, subAccountOf, visitsOf } from '../sweep/roles';
import { startWebKit, type Driven } from './webdriver';

const FULL_SIZE_FOLDER = process.env.PALIER_PICTURES_FOLDER;
const RECORD_ERRORS = `
  window.seenErrors = [];
  addEventListener('error', ({ message }) => window.seenErrors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => window.seenErrors.push(String(reason)));`;

/** Goes to a path of the router, as a link does, and waits until the screen has its heading and its data. */
async function show(browser: Driven, to: string): Promise<void> {
  const isShown = () =>
    browser.run<boolean>(
      `return document.querySelector('main h1') !== null &&
        document.querySelector('[data-waiting]') === null &&
        !document.body.innerText.includes('Chargement...');`,
    );
  await browser.run(
    `history.pushState(null, '', arguments[0]); dispatchEvent(new PopStateEvent('popstate'));`,
    '/no/such/screen',
  );
  await expect
    .poll(() => browser.run<string>('return document.body.innerText'), { timeout: 60_000 })
    .toContain('404 Not Found');
  await browser.run(
    `history.pushState(null, '', arguments[0]); dispatchEvent(new PopStateEvent('popstate'));`,
    to,
  );
  await expect.poll(isShown, { message: to, timeout: 120_000 }).toBe(true);
}

/** How the page has read the first games: `fetch` is the program of the first frame. */
const GAME_READS = `return performance.getEntriesByType('resource')
  .filter(({ name }) => name.includes('/casino/games')).map(({ initiatorType }) => initiatorType);`;

for (const role of ROLES)
  test(`WebKit, ${role}: every screen opens without an error and is accessible`, async ({
    baseURL,
    loginOf,
    apiAs,
  }) => {
    const browser = await startWebKit();
    try {
      const { accessToken, refreshToken, user } = await loginOf(demo[role]);
      await browser.open(`${baseURL}/no/such/screen`);
      await browser.run(
        `const [tokens, user] = arguments;
        Object.assign(sessionStorage, { ...tokens, tokensReceivedAt: String(Date.now()), user });
        Object.assign(localStorage, { isLogged: 'true', user });`,
        { token: accessToken, refreshToken },
        JSON.stringify(user),
      );
      await browser.open(`${baseURL}/home`);
      // The browser says that it has opened the address before the page replaces the one before.
      const isHome = () => browser.run<boolean>(`return document.querySelector('main h1') !== null;`);
      await expect.poll(isHome, { timeout: 120_000 }).toBe(true);
      await expect
        .poll(() => browser.run<string[]>(GAME_READS), { timeout: 60_000 })
        .toEqual([role === 'client' ? 'fetch' : 'xmlhttprequest']);
      await browser.run(RECORD_ERRORS);
      await browser.run(AXE_SOURCE);
      const id = await subAccountOf(role, await apiAs(demo[role]));
      for (const { screen, states } of visitsOf(role)) {
        const [first] = states;
        // Answers in place of the server need Playwright: such a screen shows what the server has.
        if (first === undefined) continue;
        for (const width of [1280, 390]) {
          await browser.resize(width, 844);
          await show(browser, first.path.replace('{id}', id));
          const { wide, errors } = await browser.run<{ wide: number; errors: string[] }>(
            `return { wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
              errors: window.seenErrors };`,
          );
          expect.soft(errors, `${screen.name}, ${width} px`).toEqual([]);
          expect.soft(wide, `${screen.name}, ${width} px`).toBe(0);
          if (FULL_SIZE_FOLDER !== undefined) {
            await mkdir(FULL_SIZE_FOLDER, { recursive: true });
            const file = `webkit-${screen.name}-${role}-${width}.png`;
            await writeFile(path.join(FULL_SIZE_FOLDER, file), await browser.picture());
          }
        }
        const violations = await browser.run<string[]>(
          `return window.axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
            violations.map(({ id, nodes }) => id + ': ' + nodes[0].html));`,
        );
        expect.soft(violations, screen.name).toEqual([]);
      }
    } finally {
      await browser.close();
    }
  });
