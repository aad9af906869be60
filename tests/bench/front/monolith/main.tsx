import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@palier/shared/ui/tokens.css';
import '@palier/shared/ui/base.css';
import { createQueryClient } from '@palier/shared/query';
import { BrowserRouter } from '@palier/shared/router';
import { listScreens } from '@palier/shared/contracts/screens';
import type { RemoteRoutes } from '@palier/shared/routes';
import { accessToken } from '@palier/shared/session';
import { App } from '../../../../shell/src/app';
import '../../../../shell/src/first-frame/first-frame.css';
import type { RemoteLoader } from '../../../../shell/src/remotes/remote-loader';
import type { RemoteState } from '../../../../shell/src/remotes/remote-state';
import { screenAt } from '../../../../shell/src/screen-at';
import { createScriptPolicy } from '../../../../shell/src/script-policy';
import agentScreens from '@palier/mfe-agent/src/screens.json';
import casinoScreens from '@palier/mfe-casino/src/screens.json';
import reportsScreens from '@palier/mfe-reports/src/screens.json';

/** The product as one webpack build of the same sources, each remote a lazy chunk, without federation. */
const CHUNKS: Record<string, () => Promise<{ routes: RemoteRoutes }>> = {
  casino: () => import('@palier/mfe-casino/src/routes'),
  agent: () => import('@palier/mfe-agent/src/routes'),
  reports: () => import('@palier/mfe-reports/src/routes'),
};

const described = (screens: unknown): unknown => ({ active: '1', versions: { 1: { screens } } });
const SCREENS = listScreens(
  {
    casino: described(casinoScreens),
    agent: described(agentScreens),
    reports: described(reportsScreens),
  },
  console.error,
);

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
    screens: () => SCREENS,
    load,
    retry: load,
    fallBack: () => undefined,
    forgetUser: () => undefined,
    prefetch: () => undefined,
  };
}

// Without it, the browser refuses the chunks.
createScriptPolicy();
const remotes = createChunkLoader();
const remote = screenAt(SCREENS, window.location.pathname)?.remote;
// The page is measured both ways; the router ignores the fragment.
const isFirstRouteAwaited = window.location.hash === '#first-route=awaited';
const firstRouteLoaded =
  isFirstRouteAwaited && remote !== undefined && accessToken() !== null ? remotes.load(remote) : undefined;

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <BrowserRouter>
      <App remotes={remotes} queryClient={createQueryClient()} firstRouteLoaded={firstRouteLoaded} />
    </BrowserRouter>
  </StrictMode>,
);
