import type { Page } from '@playwright/test';
import { follow, REMOTES } from '../support/remotes';
import { demo, expect, test } from '../support/test';
import { waitForAnimations } from '../support/wait-for-animations';

/** Selector of the elements that the shell shows around the region of a remote. */
const FRAME = 'html, body, header, header *, #root > div > nav, footer';
const ALL = 'html, body, body *';

/** Every computed style, by element and property, of what `selector` matches. */
async function stylesOf(page: Page, selector: string): Promise<readonly string[]> {
  await page.mouse.move(0, 0);
  await waitForAnimations(page);
  return page.evaluate((matched) => {
    // Sizes depend on the content, links of the menu on the current page, and the bell on notices of other
    // journeys.
    const depends = /^(block-size|height|perspective-origin|transform-origin)$/;
    return [...document.querySelectorAll(matched)]
      .filter((element) => element.closest('a[aria-current], nav a, [data-bell] *') === null)
      .flatMap((element, index) => {
        const style = getComputedStyle(element);
        return [...style]
          .filter((property) => !depends.test(property))
          .map((property) => `${index} ${element.tagName} ${property}: ${style.getPropertyValue(property)}`);
      });
  }, selector);
}

/** The first styles that differ. */
const changes = (before: readonly string[], now: readonly string[]): string[] =>
  now.filter((style, index) => style !== before[index]).slice(0, 10);

test('styles: no style of anything else changes when a remote is opened and left', async ({
  page,
  signIn,
}) => {
  // Other journeys sign this account in: a list that changed meanwhile would be taken for changed styles.
  const session = {
    browser: 'Firefox',
    system: 'Linux',
    startedAt: '2026-03-01T08:00:00',
    lastUsedAt: '2026-03-01T08:00:00',
  };
  const sessions = { sessions: [{ id: 's', ...session, isCurrent: true }], total: 1, lastSignInAt: null };
  await page.route('**/api/v1/auth/sessions', (route) => route.fulfill({ json: sessions }));
  await signIn(demo.admin);
  const settings = page.getByRole('link', { name: 'Paramètres', exact: true }).first();
  const settingsShown = async () => {
    await expect(page.getByText('Cette session')).toBeVisible();
    await expect(page.getByText('Loading...')).toBeHidden();
  };
  await page.goto('/settings');
  await settingsShown();
  const screen = await stylesOf(page, ALL);
  const frame = await stylesOf(page, FRAME);
  expect(frame.length).toBeGreaterThan(1_000);
  for (const remote of REMOTES) {
    await follow(page, remote);
    await expect(remote.content(page)).toBeVisible();
    await expect(page.getByText('Loading...')).toBeHidden();
    expect(changes(frame, await stylesOf(page, FRAME)), remote.name).toEqual([]);
    await settings.click();
    await settingsShown();
    await expect(remote.content(page)).toBeHidden();
    expect(changes(screen, await stylesOf(page, ALL)), remote.name).toEqual([]);
  }
  // The comparison would notice a rule that reaches beyond a remote.
  await page.evaluate(() => document.styleSheets[0]?.insertRule('h1, header { letter-spacing: 1px }'));
  expect(changes(screen, await stylesOf(page, ALL))).not.toEqual([]);
  expect(changes(frame, await stylesOf(page, FRAME))).not.toEqual([]);
});
