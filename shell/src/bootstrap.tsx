import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@palier/shared/ui/tokens.css';
import '@palier/shared/ui/base.css';
import { bus } from '@palier/shared/bus';
import { logIgnored } from '@palier/shared/http';
import { createQueryClient } from '@palier/shared/query';
import { BrowserRouter } from '@palier/shared/router';
import { accessToken } from '@palier/shared/session';
import { askForSession, syncTokensAcrossTabs } from '@palier/shared/session/writer';
import { App } from './app';
import { followKeyboard } from './layout/follow-keyboard';
import { hasDeveloperTools, prefetchReads, startRemotes } from './remotes';
import { screenAt } from './screen-at';
import { reloadOnBfcacheRestore } from './session/reload-on-bfcache-restore';

const LATER_MS = 5_000;

function start(): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('shell: no #root in the page');

  syncTokensAcrossTabs();
  const isSessionKnown = askForSession();
  reloadOnBfcacheRestore();
  followKeyboard();
  // Read first, because loading the registry removes the override from the address.
  const hasTools = hasDeveloperTools();
  const remotes = startRemotes();
  const queryClient = createQueryClient();
  const screens = remotes.screens();
  const asked = screenAt(screens, window.location.pathname);
  const home = screenAt(screens, '/home');
  // The remote of the screen loads while the session gate checks the token. Without a remote or a token, that
  // of /home is prefetched.
  const firstRouteLoaded = isSessionKnown.then(async () => {
    if (asked !== undefined && accessToken() !== null) {
      await remotes.load(asked.remote);
      prefetchReads(remotes, asked, queryClient);
    } else if (home !== undefined) remotes.prefetch(home.remote);
  });

  if (process.env.NODE_ENV === 'production') loadLater();

  createRoot(root).render(
    <StrictMode>
      {/* Links must work while a remote updates itself without end, and React would not commit a transition
          meanwhile. */}
      <BrowserRouter useTransitions={false}>
        <App
          remotes={remotes}
          queryClient={queryClient}
          hasDeveloperTools={hasTools}
          firstRouteLoaded={firstRouteLoaded}
        />
      </BrowserRouter>
    </StrictMode>,
  );
}

/** After the page is usable, so that no first visit waits for these parts. */
function loadLater(): void {
  setTimeout(() => {
    import('./later').then(
      ({ startLater }) => startLater(),
      (error: unknown) => logIgnored(error, 'late parts not loaded'),
    );
  }, LATER_MS);
}

if (hasDeveloperTools()) {
  // Before anything listens to the bus. Without the chunk the page starts as it can.
  import('./developer').then(({ watchBus }) => watchBus(bus)).then(start, start);
} else start();
