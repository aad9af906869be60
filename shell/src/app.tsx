import { JackpotOverlay, Loader, Notices } from '@palier/shared/host';
import { QueryClientProvider, type QueryClient } from '@palier/shared/query';
import { useRoutes } from '@palier/shared/router';
import { FatalBoundary } from './fatal/fatal-boundary';
import { RemotesProvider, resetOverrides, type RemoteLoader } from './remotes';
import { createRoutes } from './routes';
import { useRedirectAfterSignOut } from './session/use-redirect-after-sign-out';

interface AppProps {
  readonly remotes: RemoteLoader;
  readonly queryClient: QueryClient;
  /** Whether this tab replaces a remote, or was asked to. */
  readonly isReplacing?: boolean;
  /** Settles once the screen asked for in the address is loaded, so that the first picture is a whole one. */
  readonly firstScreen?: Promise<unknown> | undefined;
}

/** The whole page: the routed screens, and the overlays that stand above every screen. */
export const App = ({ remotes, queryClient, isReplacing = false, firstScreen }: AppProps) => (
  <FatalBoundary onReset={isReplacing ? resetOverrides : undefined}>
    <QueryClientProvider client={queryClient}>
      <RemotesProvider loader={remotes} isReplacing={isReplacing}>
        <Screens firstScreen={firstScreen} />
        <Loader />
        <Notices />
        <JackpotOverlay />
      </RemotesProvider>
    </QueryClientProvider>
  </FatalBoundary>
);

function Screens({ firstScreen }: Pick<AppProps, 'firstScreen'>) {
  useRedirectAfterSignOut();
  return useRoutes(createRoutes(firstScreen));
}
