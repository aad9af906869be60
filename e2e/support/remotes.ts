import { expect, type Locator, type Page } from '@playwright/test';

/** What a region says when its remote cannot be had. */
const FALLBACK = 'Ce module est indisponible pour le moment.';
/** What a busy machine adds is not the product's: a test waits so much longer than the limit it prints. */
export const SLACK_MS = 15_000;

export interface Remote {
  readonly name: string;
  readonly path: string;
  readonly link: string;
  readonly shows: (page: Page) => Locator;
}

export const CASINO: Remote = {
  name: 'casino',
  path: '/home',
  link: 'Accueil',
  shows: (page) => page.getByRole('heading', { name: 'Casino Games' }),
};
export const AGENT: Remote = {
  name: 'agent',
  path: '/admin',
  link: 'Admin',
  shows: (page) => page.getByRole('button', { name: 'Rechercher' }),
};
export const REPORTS: Remote = {
  name: 'reports',
  path: '/report',
  link: 'Rapport',
  shows: (page) => page.getByRole('button', { name: 'Afficher' }),
};
export const REMOTES = [CASINO, AGENT, REPORTS] as const;

const othersThan = ({ name }: Remote): Remote[] => REMOTES.filter((remote) => remote.name !== name);

/** Follows a link of the menu, as a person does: the page is not loaded again. */
export const follow = (page: Page, { link }: Remote): Promise<void> =>
  page.getByRole('link', { name: link, exact: true }).first().click();

/** Each of the other remotes shows when one goes there. */
export async function expectOthersShow(page: Page, remote: Remote): Promise<void> {
  for (const other of othersThan(remote)) {
    await follow(page, other);
    await expect(other.shows(page), `${other.name} beside ${remote.name}`).toBeVisible({ timeout: SLACK_MS });
  }
}

export const fallbackIn = (page: Page): Locator => page.getByText(FALLBACK);
export const logoutIn = (page: Page): Locator => page.getByRole('button', { name: 'Déconnexion' });

/** Header, menu and sign-out stand, and can be used. */
export async function expectShellStands(page: Page): Promise<void> {
  await expect(page.getByTestId('balance').first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Accueil', exact: true }).first()).toBeVisible();
  await logoutIn(page).click({ trial: true });
}

const measured: string[] = [];

/** Notes how long something took since `startedAt`; `printMeasured` shows it all. */
export function note(what: string, startedAt: number): void {
  measured.push(`${what}: ${Date.now() - startedAt} ms`);
}

export function printMeasured(): void {
  console.log(
    measured
      .splice(0)
      .map((line) => `    ${line}`)
      .join('\n'),
  );
}
