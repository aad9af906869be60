import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { syncTokensAcrossTabs } from '@palier/shared/session/writer';
import { createQueryClient, QueryClientProvider } from '@palier/shared/query';
import { BrowserRouter } from '@palier/shared/router';
import { listScreens } from '@palier/shared/contracts/screens';
import type { RemoteRoutes } from '@palier/shared/routes';
import { startAppearance } from '@palier/shared/ui/appearance';
import '@palier/shared/ui/tokens.css';
import '@palier/shared/ui/base.css';
import { Harness } from './harness';
import type { Mock } from './mock/own-mocks';

type LoadMocks = () => Promise<{ readonly mocks: readonly Mock[] }>;

/** Starts the mocked server in builds with `MOCK=1`; other builds do not contain it. */
async function startMockIfAsked(loadMocks: LoadMocks): Promise<ReactNode> {
  if (process.env.MOCK !== '1') return null;
  const { MockControls, startMock } = await import('./mock');
  startMock((await loadMocks()).mocks);
  return <MockControls />;
}

/**
 * Mounts one remote without the shell, below a bar with a role switcher (section 9 of docs/design.md).
 * `described` is the content of its screens.json, `loadMocks` imports the mocks of the team's own service,
 * which are loaded with the mocked server alone.
 */
export async function mountStandalone(
  routes: RemoteRoutes,
  described: readonly unknown[],
  loadMocks: LoadMocks = () => Promise.resolve({ mocks: [] }),
): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('standalone: no #root in the page');
  startAppearance();
  syncTokensAcrossTabs();
  const controls = await startMockIfAsked(loadMocks);
  const alone = { remote: { active: '', versions: { '': { screens: described } } } };
  const screens = listScreens(alone, (fault) => console.error(`screens.json of this ${fault}`));
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <BrowserRouter>
          <Harness routes={routes} screens={screens} controls={controls} />
        </BrowserRouter>
      </QueryClientProvider>
    </StrictMode>,
  );
}
