import { lazy, Suspense, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { Navigate, useLocation } from '@palier/shared/router';
import type { RemoteRoute } from '@palier/shared/routes';
import { useUser } from '@palier/shared/session';
import { Button, ErrorBoundary } from '@palier/shared/ui';
import type { RemoteName } from './registry';
import { RemotesContextProvider, useRemoteLoader } from './remotes-context';
import type { RemoteLoader } from './remote-loader';
import { StallLimit } from './stall-limit';
import { messages } from './remotes.messages';
import styles from './remotes.module.css';

const OverrideBanner = lazy(() => import('./override'));

interface RemotesProviderProps {
  readonly loader: RemoteLoader;
  /** Whether this tab overrides a remote, or its address asks for an override. */
  readonly isOverriding: boolean;
  readonly children: ReactNode;
}

export function RemotesProvider({ loader, isOverriding, children }: RemotesProviderProps) {
  return (
    <RemotesContextProvider value={loader}>
      {children}
      {isOverriding && (
        <Suspense>
          <OverrideBanner />
        </Suspense>
      )}
    </RemotesContextProvider>
  );
}

interface RemoteScreenProps {
  readonly remote: RemoteName;
  /** The path in the route tables of the shell and of the remote. */
  readonly path: string;
}

/** Loads one screen of a remote and keeps its errors in this region. Users without the role are sent to /home. */
export function RemoteScreen({ remote, path }: RemoteScreenProps) {
  const loader = useRemoteLoader();
  const state = useSyncExternalStore(loader.subscribe, () => loader.stateOf(remote));
  const { pathname } = useLocation();
  const user = useUser();
  const route = state.status === 'ready' ? state.routes.find((one) => one.path === path) : undefined;
  const isMissing = state.status === 'ready' && route === undefined;
  const status = isMissing ? 'failed' : state.status;

  useEffect(() => {
    void loader.load(remote);
  }, [loader, remote, state]);
  useEffect(() => {
    if (isMissing) loader.fallBack(remote, 'screen', `no screen for ${path}`);
  }, [isMissing, loader, remote, path]);

  const isRefused = user !== null && route?.roles !== undefined && !route.roles.includes(user.roleName);
  if (isRefused && path !== '/home') return <Navigate to="/home" replace />;

  return (
    <div className={styles.region} data-remote={remote} data-state={status}>
      {status === 'failed' && <Unavailable onRetry={() => void loader.retry(remote)} />}
      {state.status === 'ready' && route !== undefined && (
        <Screen key={`${pathname} ${state.version}`} remote={remote} route={route} loader={loader} />
      )}
      {(status === 'absent' || status === 'loading') && <Waiting />}
    </div>
  );
}

interface ScreenProps {
  readonly remote: RemoteName;
  readonly route: RemoteRoute;
  readonly loader: RemoteLoader;
}

const Screen = ({ remote, route, loader }: ScreenProps) => (
  <ErrorBoundary
    message={messages.unavailable}
    onError={(error) => loader.fallBack(remote, 'render', error)}
    onRetry={() => void loader.retry(remote)}
  >
    <StallLimit fallback={<Waiting />}>{route.element}</StallLimit>
  </ErrorBoundary>
);

const Waiting = () => (
  <p className={styles.waiting} role="status">
    {messages.loading}
  </p>
);

const Unavailable = ({ onRetry }: { readonly onRetry: () => void }) => (
  <div className={styles.unavailable} role="alert">
    <p>{messages.unavailable}</p>
    <Button onClick={onRetry}>{messages.retry}</Button>
  </div>
);
