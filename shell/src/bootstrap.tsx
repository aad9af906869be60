import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@palier/shared/ui/tokens.css';
import '@palier/shared/ui/base.css';
import { createQueryClient } from '@palier/shared/query';
import { BrowserRouter } from '@palier/shared/router';
import { accessToken } from '@palier/shared/session';
import { syncTokensAcrossTabs } from '@palier/shared/session/writer';
import { App } from './app';
import { isOverriding, startRemotes } from './remotes';
import { remoteAt } from './routes';
import { reloadOnBfcacheRestore } from './session/reload-on-bfcache-restore';

function start(): void {
  const root = document.getElementById('root');
  if (root === null) throw new Error('shell: no #root in the page');

  syncTokensAcrossTabs();
  reloadOnBfcacheRestore();
  // Read first, because loading the registry removes the override from the address.
  const isOverridden = isOverriding();
  const remotes = startRemotes();
  const remote = remoteAt(window.location.pathname);
  // The requested remote loads while the gate checks the token; without one, the catalogue's files are prefetched.
  const isScreenAsked = remote !== undefined && accessToken() !== null;
  const firstRouteLoaded = isScreenAsked ? remotes.load(remote) : undefined;
  if (!isScreenAsked) remotes.prefetch('casino');

  createRoot(root).render(
    <StrictMode>
      {/* A transition would wait as long as the screen of a remote updates itself: links must work during that. */}
      <BrowserRouter useTransitions={false}>
        <App
          remotes={remotes}
          queryClient={createQueryClient()}
          isOverriding={isOverridden}
          firstRouteLoaded={firstRouteLoaded}
        />
      </BrowserRouter>
    </StrictMode>,
  );
}

start();
