import { expect, type Locator, type Page } from '@playwright/test';

export interface Remote {
  readonly name: string;
  readonly path: string;
  readonly link: string;
  /** Visible when the remote has been loaded. */
  readonly content: (page: Page) => Locator;
}

export const CASINO: Remote = {
  name: 'casino',
  path: '/home',
  link: 'Accueil',
  content: (page) => page.getByRole('heading', { name: 'Casino Games' }),
};
export const AGENT: Remote = {
  name: 'agent',
  path: '/admin',
  link: 'Admin',
  content: (page) => page.getByRole('button', { name: 'Rechercher', exact: true }),
};
export const REPORTS: Remote = {
  name: 'reports',
  path: '/report',
  link: 'Rapport',
  content: (page) => page.getByRole('button', { name: 'Afficher' }),
};
export const REMOTES = [CASINO, AGENT, REPORTS] as const;

/** The text that a region shows when the remote is unavailable. */
export const fallbackIn = (page: Page): Locator =>
  page.getByText('Ce module est indisponible pour le moment.');
/** The loader waits 8 s for a remote, for a later chunk of the remote and for a screen. */
const LOADER_LIMIT_MS = 8_000;

/**
 * Moves the page's clock, which the test has installed, over the loader's limit again and again until the
 * fallback shows.
 */
export async function expectFallbackAfterLimit(page: Page): Promise<void> {
  await expect(async () => {
    // runFor fires the interval of StallLimit for every beat. fastForward fires it once a call: on a slow
    // machine React could commit between two calls, which sets the missed beats to zero, so the limit would
    // never be reached.
    await page.clock.runFor(LOADER_LIMIT_MS);
    expect(await fallbackIn(page).isVisible()).toBe(true);
  }).toPass();
}

export const logoutIn = (page: Page): Locator => page.getByRole('button', { name: 'Déconnexion' });

/** Follows a link of the menu: the page is not loaded again. */
export const follow = (page: Page, { link }: Remote): Promise<void> =>
  page.getByRole('link', { name: link, exact: true }).first().click();

/**
 * Requires that header, menu and sign-out can be used, and that each other remote shows when its link is
 * followed.
 */
export async function expectRestWorks(page: Page, { name }: Remote): Promise<void> {
  await expect(page.getByTestId('balance').first()).toBeVisible();
  await logoutIn(page).click({ trial: true });
  for (const other of REMOTES.filter((remote) => remote.name !== name)) {
    await follow(page, other);
    await expect(other.content(page), `${other.name} beside ${name}`).toBeVisible();
  }
}

/** Requires that Réessayer shows `content` in the same page. */
export async function expectRecovery(page: Page, content: Locator): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(content).toBeVisible();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
}

/** The heading of the screen of `fixtures/fault-remote`. */
export const faultScreenIn = (page: Page): Locator => page.getByRole('heading', { name: 'Fault build' });
