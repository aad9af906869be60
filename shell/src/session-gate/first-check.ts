import { bus } from '@palier/shared/bus';
import { accessToken } from '@palier/shared/session';
import { CHECK_DELAY_MS, checkSession } from './gate.api';
import { PUBLIC_PATHS } from './public-paths';

let started: Promise<void> | null = null;

/**
 * Starts the check of the session before the rest of the page's code runs, so that nothing waits for its
 * calls on an old phone. Does nothing in a tab without a token or on the login screen.
 */
export function startFirstCheck(): void {
  if (accessToken() === null || PUBLIC_PATHS.includes(window.location.pathname)) return;
  // The page has been 'checking' since the navigation.
  const delayMs = Math.max(0, CHECK_DELAY_MS - performance.now());
  started = new Promise((resolve) => setTimeout(resolve, delayMs)).then(checkSession);
  // The check of a session that has ended says nothing about the next one.
  bus.on('session/ended', () => (started = null));
  // The gate that takes the check handles its failure.
  started.catch(() => undefined);
}

export const isFirstCheckStarted = (): boolean => started !== null;

/** The check that was started with the page; null from the second call on. */
export function takeFirstCheck(): Promise<void> | null {
  const taken = started;
  started = null;
  return taken;
}
