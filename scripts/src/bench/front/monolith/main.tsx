import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '@palier/shared/ui/tokens.css';
import '@palier/shared/ui/base.css';
import { createQueryClient } from '@palier/shared/query';
import { BrowserRouter } from '@palier/shared/router';
import { accessToken } from '@palier/shared/session';
import { App } from '../../../../../shell/src/app';
import { createRemoteLoader } from '../../../../../shell/src/remotes/remote-loader';
import { remoteAt } from '../../../../../shell/src/routes';

/** The product as one ordinary webpack build: the very same sources, each remote a lazy chunk, no federation. */
const CHUNKS: Record<string, () => Promise<unknown>> = {
  casino: () => import('../../../../../mfe-casino/src/routes'),
  agent: () => import('../../../../../mfe-agent/src/routes'),
  reports: () => import('../../../../../mfe-reports/src/routes'),
};

const version = { entry: '', chunks: [] };
const remotes = createRemoteLoader({
  federation: {
    register: () => undefined,
    load: (moduleId) => CHUNKS[moduleId.split('/')[0] ?? '']!(),
  },
  readRegistry: () =>
    Promise.resolve(
      Object.fromEntries(
        Object.keys(CHUNKS).map((name) => [
          name,
          { active: '1', previous: null, versions: { '1': version } },
        ]),
      ) as never,
    ),
  linkFiles: () => undefined,
});

/** The page says which of the two references this is (site.ts writes it). */
const isFirstRouteAwaited = document.querySelector('meta[name="first-route"][content="awaited"]') !== null;
const remote = remoteAt(window.location.pathname);
const firstScreen =
  isFirstRouteAwaited && remote !== undefined && accessToken() !== null ? remotes.load(remote) : undefined;

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <BrowserRouter>
      <App remotes={remotes} queryClient={createQueryClient()} firstScreen={firstScreen} />
    </BrowserRouter>
  </StrictMode>,
);
