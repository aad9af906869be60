import { JackpotOverlay, Loader, Notices } from '@palier/shared/host';
import { QueryClientProvider, type QueryClient } from '@palier/shared/query';
import { useRoutes } from '@palier/shared/router';
import { FatalBoundary } from './fatal/fatal-boundary';
import { RemotesProvider, resetOverrides, useScreens, type RemoteLoader } from './remotes';
import { createRoutes } from './routes';
import { useRedirectAfterSignOut } from './session/use-redirect-after-sign-out';

interface AppProps {
  readonly remotes: RemoteLoader;
  readonly queryClient: QueryClient;
  readonly hasDeveloperTools?: boolean;
  /**
   * Settles once the remote of the requested screen has loaded or failed; the first render waits for at most
   * 2 s.
   */
  readonly firstRouteLoaded?: Promise<unknown> | undefined;
}

export const App = ({ remotes, queryClient, hasDeveloperTools = false, firstRouteLoaded }: AppProps) => (
  <FatalBoundary onReset={hasDeveloperTools ? resetOverrides : undefined}>
    <QueryClientProvider client={queryClient}>
      <RemotesProvider loader={remotes} hasDeveloperTools={hasDeveloperTools}>
        <Screens firstRouteLoaded={firstRouteLoaded} />
        <Loader />
        <Notices />
        <JackpotOverlay />
      </RemotesProvider>
    </QueryClientProvider>
  </FatalBoundary>
);

function Screens({ firstRouteLoaded }: Pick<AppProps, 'firstRouteLoaded'>) {
  useRedirectAfterSignOut();
  return useRoutes(createRoutes(useScreens(), firstRouteLoaded));
}
