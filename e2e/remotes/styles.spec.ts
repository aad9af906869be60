import { expect, test, type Page } from '@playwright/test';
import { atRest } from '../support/wait-for-animations';
import { people } from '../support/people';
import { follow, REMOTES, SLACK_MS } from '../support/remotes';
import { signedInPages } from '../support/signed-in-pages';

/** What the shell shows whatever remote stands in its region. */
const FRAME = 'html, body, header, header *, #root > div > nav, footer';
const ALL = 'html, body, body *';

/** Every computed style, by element and property, of what `selector` finds. */
async function stylesOf(page: Page, selector: string): Promise<readonly string[]> {
  await page.mouse.move(0, 0);
  await atRest(page);
  return page.evaluate((found) => {
    // Sizes follow the content, and a link of the menu shows where one is; a rule that leaks shows in neither alone.
    const follows = /^(block-size|height|perspective-origin|transform-origin)$/;
    const isLink = (element: Element): boolean => element.closest('a[aria-current], nav a') !== null;
    return [...document.querySelectorAll(found)]
      .filter((element) => !isLink(element))
      .flatMap((element, index) => {
        const style = getComputedStyle(element);
        return [...style]
          .filter((property) => !follows.test(property))
          .map((property) => `${index} ${element.tagName} ${property}: ${style.getPropertyValue(property)}`);
      });
  }, selector);
}

/** The first few styles that are not as they were. */
const changes = (before: readonly string[], now: readonly string[]): string[] =>
  now.filter((style, index) => style !== before[index]).slice(0, 10);

/** Until what the screen asked the server for stands in it. */
async function settingsAtRest(page: Page): Promise<void> {
  await expect(page.getByText('Cette session')).toBeVisible();
  await expect(page.getByText('Loading...')).toBeHidden();
}

const settings = (page: Page) => page.getByRole('link', { name: 'Paramètres', exact: true }).first();

for (const remote of REMOTES) {
  test(`When ${remote.name} comes and goes, then no style of anything else changes`, async ({
    browser,
    request,
  }) => {
    const page = await (await signedInPages(request, people.admin))(browser);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/settings');
    await settingsAtRest(page);
    const screen = await stylesOf(page, ALL);
    const frame = await stylesOf(page, FRAME);
    expect(frame.length).toBeGreaterThan(1_000);

    await follow(page, remote);
    await expect(remote.shows(page)).toBeVisible({ timeout: SLACK_MS });
    expect(changes(frame, await stylesOf(page, FRAME))).toEqual([]);

    await settings(page).click();
    await settingsAtRest(page);
    await expect(remote.shows(page)).toBeHidden();
    expect(changes(screen, await stylesOf(page, ALL))).toEqual([]);

    // A rule of a remote that reached further would have shown.
    await page.evaluate(() => document.styleSheets[0]?.insertRule('h1, header { letter-spacing: 1px }'));
    expect(changes(screen, await stylesOf(page, ALL))).not.toEqual([]);
    expect(changes(frame, await stylesOf(page, FRAME))).not.toEqual([]);
    await page.context().close();
  });
}
