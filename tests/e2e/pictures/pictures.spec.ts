import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { demo, expect, storeSession, test } from '../support/test';
import { waitForAnimations } from '../support/wait-for-animations';
import { AXE_SOURCE } from '../sweep/checks';
import { ROLES, ROUTES, routeOf, subAccountOf, visitsOf } from '../sweep/roles';
import { PUBLIC_STATES, SCREENS, type State } from '../sweep/screens';
import { leaveState, showState, watchConsole } from '../sweep/show-state';
import { contrastFaults, faults, focusFaults } from './checks';
import { freeze, prepareFreezing, unfreeze, waitForImagesAndFont } from './freeze';

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** Approved pictures are a fifth as wide and high: the repository keeps hundreds of them. */
const SCALE = 0.2;
/** A folder for the same pictures in full size, for the eyes. */
const FULL_SIZE_FOLDER = process.env.PALIER_PICTURES_FOLDER;

interface Cell {
  readonly size: typeof DESK;
  readonly theme: 'dark' | 'light';
  readonly isForced?: true;
}

/** Every first state of a visitor has all of these. */
const ALL_CELLS: readonly Cell[] = [
  { size: DESK, theme: 'dark' },
  { size: DESK, theme: 'light' },
  { size: DESK, theme: 'dark', isForced: true },
  { size: PHONE, theme: 'dark' },
  { size: PHONE, theme: 'light' },
];
/** Other states: themes share their layout, so that each size needs one. */
const MAIN_CELLS: readonly Cell[] = [
  { size: DESK, theme: 'dark' },
  { size: PHONE, theme: 'light' },
];

interface Camera {
  readonly page: Page;
  readonly devtools: CDPSession;
}

/** Draws the page, and a part of it that is scrolled, smaller by the browser itself. */
async function take({ page, devtools }: Camera, scale: number): Promise<Buffer> {
  const clip = await page.evaluate(() => ({
    x: window.scrollX,
    y: window.scrollY,
    width: innerWidth,
    height: innerHeight,
  }));
  const { data } = await devtools.send('Page.captureScreenshot', { clip: { ...clip, scale } });
  return Buffer.from(data, 'base64');
}

/** Brings the element with the text of the state, which has this mark, into view. */
const bringIntoView = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const element = document.querySelector('[data-of-state]');
    if (element === null) return;
    const { top, bottom } = element.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: 'center', behavior: 'instant' });
  });

/** Marks the element with the text of the state: its text is replaced before the last picture. */
const mark = (page: Page, { shows }: State): Promise<void> =>
  page
    .getByText(shows)
    .first()
    .evaluate((element) => element.setAttribute('data-of-state', ''));

/** Shows the page at a size and in a theme, and asks axe before the texts are replaced. */
async function checkCell(page: Page, { size, theme, isForced }: Cell): Promise<void> {
  await page.setViewportSize(size);
  await bringIntoView(page);
  await page.emulateMedia({ colorScheme: theme, forcedColors: isForced ? 'active' : 'none' });
  await waitForImagesAndFont(page);
  await waitForAnimations(page);
  if (isForced) return;
  const find = size === DESK && theme === 'dark' ? faults : contrastFaults;
  await expect.soft.poll(() => find(page), `${size.width} px, ${theme}`).toEqual([]);
}

async function comparePicture(camera: Camera, cell: Cell, name: string[]): Promise<void> {
  const { size, theme, isForced } = cell;
  await checkCell(camera.page, cell);
  const look = `${size.width}-${isForced ? 'forced' : theme}`;
  if (FULL_SIZE_FOLDER !== undefined) {
    await mkdir(FULL_SIZE_FOLDER, { recursive: true });
    await writeFile(path.join(FULL_SIZE_FOLDER, `${[...name, look].join('-')}.png`), await take(camera, 1));
  }
  await freeze(camera.page);
  expect
    .soft(await take(camera, SCALE))
    .toMatchSnapshot([...name.slice(0, -1), `${name.at(-1)}-${look}.png`], {
      maxDiffPixelRatio: 0.004,
      threshold: 0.2,
    });
}

/** As the name of a file. */
const named = (...parts: readonly string[]): string[] =>
  parts.map((part) => part.replaceAll(/[^a-z0-9]+/gi, '-'));

async function checkStateAndPictures(
  camera: Camera,
  state: State,
  cells: readonly Cell[],
  name: string[],
): Promise<void> {
  const { page } = camera;
  await mark(page, state);
  for (const cell of cells) await comparePicture(camera, cell, name);
  await unfreeze(page);
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'none' });
  await page.setViewportSize(DESK);
}

for (const role of ROLES)
  test.describe(role, () => {
    test.describe.configure({ mode: 'default' });
    let camera: Camera;
    let takeErrors: () => string[];
    let id = '';

    test.beforeAll(async ({ browser, baseURL, loginOf, apiAs }) => {
      const page = await browser.newPage({
        baseURL: baseURL ?? '',
        viewport: DESK,
        reducedMotion: 'reduce',
        serviceWorkers: 'block',
        colorScheme: 'dark',
        locale: 'fr-TN',
        timezoneId: 'Africa/Tunis',
      });
      camera = { page, devtools: await page.context().newCDPSession(page) };
      takeErrors = watchConsole(page);
      await page.addInitScript(AXE_SOURCE);
      await prepareFreezing(page);
      await storeSession(page, baseURL ?? '', await loginOf(demo[role]));
      await page.goto('/home');
      await expect(page.getByRole('heading', { name: 'Casino Games' })).toBeVisible();
      id = await subAccountOf(role, await apiAs(demo[role]));
    });
    test.afterAll(() => camera.page.context().close());

    for (const { screen, states, isVisitor } of visitsOf(role))
      test(`pictures of ${screen.name}, ${role}: each state is as approved and accessible`, async () => {
        const { page } = camera;
        for (const [index, state] of states.entries())
          await test.step(state.name, async () => {
            if (state.isOfPhone) await page.setViewportSize(PHONE);
            await showState(page, state, id);
            // Nothing is under the pointer.
            await page.mouse.move(0, 0);
            const all = isVisitor && index === 0 ? ALL_CELLS : MAIN_CELLS;
            const cells = state.isOfPhone ? all.filter(({ size }) => size === PHONE) : all;
            await checkStateAndPictures(camera, state, cells, named(screen.name, role, state.name));
            if (index === 0) expect.soft(await focusFaults(page)).toEqual([]);
            expect.soft(takeErrors()).toEqual([]);
            await leaveState(page, state);
          });
      });
  });

test('pictures without a session: each state looks as approved and is accessible', async ({
  browser,
  baseURL,
}) => {
  const page = await browser.newPage({
    baseURL: baseURL ?? '',
    viewport: DESK,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    colorScheme: 'dark',
  });
  const camera = { page, devtools: await page.context().newCDPSession(page) };
  await page.addInitScript(AXE_SOURCE);
  await prepareFreezing(page);
  await page.goto('/login');
  for (const state of PUBLIC_STATES)
    await test.step(state.name, async () => {
      await showState(page, state, '');
      await checkStateAndPictures(camera, state, ALL_CELLS, named('without session', state.name));
      expect.soft(await focusFaults(page)).toEqual([]);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
  await page.context().close();
});

test('table of screens: it has every route', () => {
  const shown = new Set(SCREENS.flatMap(({ states }) => states.map((state) => routeOf(state)?.path)));
  const missing = ROUTES.map((route) => route.path).filter((route) => !shown.has(route));
  expect(missing).toEqual([]);
});
