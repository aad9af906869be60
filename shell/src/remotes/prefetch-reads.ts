import { mayOpen, type Screen } from '@palier/shared/contracts/screens';
import type { QueryClient } from '@palier/shared/query';
import { currentUser } from '@palier/shared/session';
import type { RemoteLoader } from './remote-loader';

/**
 * Lets the loaded remote of a screen start the reads of the screen. Does nothing for a user who is not known
 * yet or may not open the screen.
 */
export function prefetchReads(
  loader: Pick<RemoteLoader, 'stateOf'>,
  screen: Screen,
  cache: QueryClient,
): void {
  const state = loader.stateOf(screen.remote);
  const user = currentUser();
  if (state.status !== 'ready' || user === null || !mayOpen(screen, user.roleName)) return;
  try {
    state.routes.find(({ path }) => path === screen.path)?.prefetch?.(cache, window.location.search);
  } catch (error) {
    // The screen reads by itself.
    console.warn(`remotes: ${screen.remote} has prefetched nothing`, error);
  }
}
