import { bus } from '@palier/shared/bus';
import { createQueryClient, type QueryClient } from '@palier/shared/query';
import { accessToken } from '@palier/shared/session';
import { askForSession, syncTokensAcrossTabs } from '@palier/shared/session/writer';
import { hasDeveloperTools, prefetchReads, startRemotes, type RemoteLoader } from './remotes';
import { screenAt } from './screen-at';

/** What the page has before it is rendered. */
interface StartedPage {
  readonly remotes: RemoteLoader;
  readonly queryClient: QueryClient;
  readonly hasDeveloperTools: boolean;
  /** Settles once the remote of the requested screen has loaded or failed. */
  readonly firstRouteLoaded: Promise<unknown>;
}

function start(hasTools: boolean): StartedPage {
  syncTokensAcrossTabs();
  const isSessionKnown = askForSession();
  const remotes = startRemotes();
  const queryClient = createQueryClient();
  const screens = remotes.screens();
  const asked = screenAt(screens, window.location.pathname);
  const home = screenAt(screens, '/home');
  // The remote of the screen loads while the session is checked. Without a remote or a token, that of /home
  // is prefetched.
  const firstRouteLoaded = isSessionKnown.then(async () => {
    if (asked !== undefined && accessToken() !== null) {
      await remotes.load(asked.remote);
      prefetchReads(remotes, asked, queryClient);
    } else if (home !== undefined) remotes.prefetch(home.remote);
  });
  return { remotes, queryClient, hasDeveloperTools: hasTools, firstRouteLoaded };
}

async function startWithTools(): Promise<StartedPage> {
  // Before anything listens to the bus. Without the chunk the page starts as it can.
  await import('./developer').then(({ watchBus }) => watchBus(bus)).catch(() => undefined);
  return start(true);
}

/**
 * The page. The first import of this file starts its remote and its reads. Whether it has developer tools is
 * known before, because loading the registry removes the override from the address.
 */
export const startedPage: Promise<StartedPage> = hasDeveloperTools()
  ? startWithTools()
  : Promise.resolve(start(false));
