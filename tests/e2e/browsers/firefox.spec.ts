import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { createSignal, demo, expect, storeSession, test } from '../support/test';
import { faults } from '../pictures/checks';
import { AXE_SOURCE } from '../sweep/checks';
import { ROLES, subAccountOf, visitsOf } from '../sweep/roles';
import { PUBLIC_STATES } from '../sweep/screens';
import { leaveState, showState, watchConsole } from '../sweep/show-state';

const FULL_SIZE_FOLDER = process.env.PALIER_PICTURES_FOLDER;
const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/**
 * Fields are filled by keys: over BiDi, Playwright's `fill` changes the text without an event that the page
 * hears.
 */
function fillByKeys(page: Page): void {
  const locators = Object.getPrototypeOf(page.locator('body')) as Locator;
  locators.fill = async function fill(this: Locator, text: string): Promise<void> {
    await this.press('ControlOrMeta+a');
    await this.press('Delete');
    // The Tab key would leave the field.
    await this.pressSequentially(text.replaceAll('\t', ' '));
  };
}

async function check(page: Page, name: string, takeErrors: () => string[]): Promise<void> {
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size);
    const width = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect.soft(width, `${name}, ${size.width} px`).toBe(0);
    if (FULL_SIZE_FOLDER === undefined) continue;
    await mkdir(FULL_SIZE_FOLDER, { recursive: true });
    const file = path.join(FULL_SIZE_FOLDER, `firefox-${name}-${size.width}.png`);
    // A hidden caret would be an inline style, which the policy of the page refuses and Firefox reports.
    await page.screenshot({ path: file, caret: 'initial' });
  }
  // Firefox ESR 153 may crash when axe reads a page that was resized and is not drawn yet.
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  expect.soft(await faults(page), name).toEqual([]);
  expect.soft(takeErrors(), name).toEqual([]);
}

for (const role of ROLES)
  test(`Firefox, ${role}: every screen opens without an error, is accessible and fits its page`, async ({
    page,
    baseURL,
    loginOf,
    apiAs,
  }) => {
    fillByKeys(page);
    const takeErrors = watchConsole(page);
    await page.addInitScript(AXE_SOURCE);
    await storeSession(page, baseURL ?? '', await loginOf(demo[role]));
    await page.goto('/home');
    await expect(page.getByRole('heading', { name: 'Casino Games' })).toBeVisible();
    // Firefox reports the socket of the page before, which this page ended.
    takeErrors();
    const id = await subAccountOf(role, await apiAs(demo[role]));
    for (const { screen, states, isVisitor } of visitsOf(role))
      for (const state of isVisitor ? states : states.slice(0, 1))
        await test.step(`${screen.name}, ${state.name}`, async () => {
          if (state.isOfPhone) await page.setViewportSize(PHONE);
          await showState(page, state, id);
          await check(page, `${screen.name}-${role}-${state.name}`, takeErrors);
          await leaveState(page, state);
        });
  });

test('Firefox: the first frame shows the games before the code of the page has arrived', async ({
  page,
  baseURL,
  loginOf,
}) => {
  const takeErrors = watchConsole(page);
  await storeSession(page, baseURL ?? '', await loginOf(demo.client));
  const code = createSignal();
  await page.route(/\/main\..*\.js$/, async (route) => {
    await code.given;
    await route.continue();
  });
  await page.goto('/home', { waitUntil: 'commit' });
  await expect(page.locator('#first-frame img').first()).toHaveJSProperty('complete', true);
  code.give();
  await expect(page.getByRole('heading', { name: 'Casino Games' })).toBeVisible();
  await expect(page.locator('#first-frame')).toHaveCount(0);
  expect(takeErrors()).toEqual([]);
});

test('Firefox: every screen without a session opens without an error and is accessible', async ({ page }) => {
  fillByKeys(page);
  const takeErrors = watchConsole(page);
  await page.addInitScript(AXE_SOURCE);
  await page.goto('/login');
  for (const state of PUBLIC_STATES)
    await test.step(state.name, async () => {
      await showState(page, state, '');
      await check(page, state.name, takeErrors);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
});
