import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@palier/shared/ui/tokens.css';
import '@palier/shared/ui/base.css';
import { createQueryClient } from '@palier/shared/query';
import { BrowserRouter } from '@palier/shared/router';
import type { RemoteRoutes } from '@palier/shared/routes';
import { accessToken } from '@palier/shared/session';
import { App } from '../../../../../shell/src/app';
import type { RemoteLoader, RemoteState } from '../../../../../shell/src/remotes/remote-loader';
import { remoteAt } from '../../../../../shell/src/routes';

/** The product as one webpack build of the same sources, each remote a lazy chunk, without federation. */
const CHUNKS: Record<string, () => Promise<{ routes: RemoteRoutes }>> = {
  casino: () => import('../../../../../mfe-casino/src/routes'),
  agent: () => import('../../../../../mfe-agent/src/routes'),
  reports: () => import('../../../../../mfe-reports/src/routes'),
};

function createChunkLoader(): RemoteLoader {
  const states = new Map<string, RemoteState>();
  const listeners = new Set<() => void>();
  const load: RemoteLoader['load'] = async (name) => {
    if (states.has(name)) return;
    states.set(name, { status: 'loading' });
    const { routes } = await CHUNKS[name]!();
    states.set(name, { status: 'ready', routes, version: '1' });
    for (const listener of listeners) listener();
  };
  const absent: RemoteState = { status: 'absent' };
  return {
    stateOf: (name) => states.get(name) ?? absent,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    load,
    retry: load,
    fallBack: () => undefined,
    forgetUser: () => undefined,
    prefetch: () => undefined,
  };
}

const remotes = createChunkLoader();
const remote = remoteAt(window.location.pathname);
// site.ts writes this element into one of the two pages.
const isFirstRouteAwaited = document.querySelector('meta[name="first-route"][content="awaited"]') !== null;
const firstRouteLoaded =
  isFirstRouteAwaited && remote !== undefined && accessToken() !== null ? remotes.load(remote) : undefined;

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <BrowserRouter>
      <App remotes={remotes} queryClient={createQueryClient()} firstRouteLoaded={firstRouteLoaded} />
    </BrowserRouter>
  </StrictMode>,
);
