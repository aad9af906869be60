import { logIgnored } from '@palier/shared/http';
import { user$ } from '@palier/shared/session';
import { isUserFromStorage } from '@palier/shared/session/writer';
import { keepBalance } from './last-balance';

/**
 * Registers the service worker, and keeps each balance with its moment for the page without a network. A
 * browser without service workers, and a page without HTTPS, have no such page.
 */
export function install(): void {
  const workers = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  if (workers === undefined) return;
  user$.subscribe((user) => {
    // A restored tab has a balance of unknown age until the server answers.
    if (user !== null && isUserFromStorage()) return;
    keepBalance(user === null ? null : { userId: user.id, balance: user.balance, atMs: Date.now() });
  });
  workers
    .register('/service-worker.js')
    .catch((error: unknown) => logIgnored(error, 'service worker not registered'));
}
