import type { Screen } from '@palier/shared/contracts/screens';
import type { QueryClient } from '@palier/shared/query';
import { currentUser } from '@palier/shared/session';
import { mayLoad } from './may-load';
import type { RemoteLoader } from './remote-loader';

/** Lets the loaded remote of a screen start the reads of the screen, for a user who may load it. */
export function prefetchReads(
  loader: Pick<RemoteLoader, 'stateOf'>,
  screen: Screen,
  cache: QueryClient,
): void {
  const state = loader.stateOf(screen.remote);
  if (state.status !== 'ready' || !mayLoad(screen, currentUser())) return;
  try {
    state.routes.find(({ path }) => path === screen.path)?.prefetch?.(cache, window.location.search);
  } catch (error) {
    // The screen reads by itself.
    console.warn(`remotes: ${screen.remote} has prefetched nothing`, error);
  }
}
