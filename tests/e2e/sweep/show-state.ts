import type { Page } from '@playwright/test';
import { expect, navigate } from '../support/test';
import type { State } from './screens';

/** Visited before each state, so that a screen starts again when two states have one path. */
const PATH_BETWEEN_STATES = '/no/such/screen';

/** Matches a call by its path, whatever its query; `*` matches one segment. */
const callMatcher = (path: string) => {
  const pattern = new RegExp(`^/api/v1${path.replaceAll('*', '[^/]+')}$`);
  return ({ pathname }: URL): boolean => pattern.test(pathname);
};

/** Opens a state and waits until it shows. The answers in place of the server stay until `unrouteAll`. */
export async function showState(
  page: Page,
  { path, wire, act, shows, isOfPage = false }: State,
  id: string,
): Promise<void> {
  await navigate(page, PATH_BETWEEN_STATES);
  await expect(page.getByText('404 Not Found')).toBeVisible();
  if (wire !== undefined) await page.route(callMatcher(wire[0]), wire[1]);
  await navigate(page, path.replace('{id}', id));
  if (isOfPage) await page.reload();
  await act?.(page);
  await expect(page.getByText(shows).first()).toBeVisible();
  if (wire === undefined) await expect(page.getByText('Chargement...')).toHaveCount(0);
}

/** Gives all calls back to the server, and forgets what the state left in the page. */
export async function leaveState(page: Page, { isOfPage = false }: State): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // A failure stays until it is closed: it would stand on the screens that follow.
  await page.evaluate(() =>
    document
      .querySelectorAll<HTMLElement>('[aria-label="Fermer le message"]')
      .forEach((button) => button.click()),
  );
  if (!isOfPage) return;
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Records console errors, except the browser's report of a failed call, because states make calls fail. */
export function watchConsole(page: Page): () => string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      errors.push(message.text());
  });
  page.on('pageerror', ({ message }) => errors.push(message));
  return () => errors.splice(0);
}
