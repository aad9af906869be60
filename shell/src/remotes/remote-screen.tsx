import { lazy, Suspense, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { bus } from '@palier/shared/bus';
import { mayOpen, type Screen } from '@palier/shared/contracts/screens';
import { Navigate, useLocation } from '@palier/shared/router';
import type { RemoteRoute } from '@palier/shared/routes';
import { useUser } from '@palier/shared/session';
import { Button, ErrorBoundary, useDocumentTitle } from '@palier/shared/ui';
import { RemotesContextProvider, useRemoteLoader } from './remotes-context';
import type { RemoteLoader } from './remote-loader';
import { StallLimit } from './stall-limit';
import { messages } from './remotes.messages';
import styles from './remotes.module.css';

const DeveloperPanel = lazy(() => import('../developer'));

interface RemotesProviderProps {
  readonly loader: RemoteLoader;
  readonly hasDeveloperTools: boolean;
  readonly children: ReactNode;
}

export function RemotesProvider({ loader, hasDeveloperTools, children }: RemotesProviderProps) {
  return (
    <RemotesContextProvider value={loader}>
      {children}
      {hasDeveloperTools && (
        <Suspense>
          <DeveloperPanel />
        </Suspense>
      )}
    </RemotesContextProvider>
  );
}

/**
 * The only screen until the registry is read; it matches every path. Its remote does not exist: to load it,
 * the loader reads the registry.
 */
export const UNKNOWN_SCREEN: Screen = { path: '*', remote: '', title: messages.loading };

/**
 * Loads one screen of a remote and keeps its errors in this region. Users without the role are sent to /home.
 */
export function RemoteScreen({ screen }: { readonly screen: Screen }) {
  const { remote, path, title } = screen;
  const loader = useRemoteLoader();
  const state = useSyncExternalStore(loader.subscribe, () => loader.stateOf(remote));
  const { pathname } = useLocation();
  const user = useUser();
  const route = state.status === 'ready' ? state.routes.find((one) => one.path === path) : undefined;
  const isMissing = state.status === 'ready' && route === undefined;
  const status = isMissing ? 'failed' : state.status;

  const isRefused = user !== null && path !== '/home' && !mayOpen(screen, user.roleName);

  useEffect(() => {
    if (!isRefused) void loader.load(remote);
  }, [loader, remote, state, isRefused]);
  useEffect(() => {
    if (isMissing) loader.fallBack(remote, 'screen', `no screen for ${path}`);
  }, [isMissing, loader, remote, path]);

  if (isRefused) return <RefusedScreen title={title} />;

  return (
    <div className={styles.region} data-remote={remote} data-state={status}>
      {status !== 'ready' && <TabTitle title={title} />}
      {status === 'failed' && <Unavailable onRetry={() => void loader.retry(remote)} />}
      {state.status === 'ready' && route !== undefined && (
        <Content key={pathname} remote={remote} route={route} loader={loader} />
      )}
      {(status === 'absent' || status === 'loading') && <Waiting />}
    </div>
  );
}

/** Leads to /home, and says why. */
function RefusedScreen({ title }: Pick<Screen, 'title'>) {
  useEffect(() => bus.emit('notice/raised', { tone: 'info', text: messages.refused(title) }), [title]);
  return <Navigate to="/home" replace />;
}

interface ContentProps {
  readonly remote: string;
  readonly route: RemoteRoute;
  readonly loader: RemoteLoader;
}

const Content = ({ remote, route, loader }: ContentProps) => (
  <ErrorBoundary
    message={messages.unavailable}
    onError={(error) => loader.fallBack(remote, 'render', error)}
    onRetry={() => void loader.retry(remote)}
  >
    <StallLimit fallback={<Waiting />}>{route.element}</StallLimit>
  </ErrorBoundary>
);

const Waiting = () => (
  <p className={styles.waiting} role="status" data-waiting>
    {messages.loading}
  </p>
);

const Unavailable = ({ onRetry }: { readonly onRetry: () => void }) => (
  <div className={styles.unavailable} role="alert">
    <p>{messages.unavailable}</p>
    <Button onClick={onRetry}>{messages.retry}</Button>
  </div>
);

/** The title of the browser's tab until the screen sets its own. */
function TabTitle({ title }: { readonly title: string }) {
  useDocumentTitle(title);
  return null;
}
