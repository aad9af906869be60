import { Suspense, useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { Navigate, useLocation } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { Button, ErrorBoundary } from '@palier/shared/ui';
import type { RemoteName } from './registry';
import { RemotesContextProvider, useRemoteLoader } from './remotes-context';
import type { RemoteLoader } from './remote-loader';
import { remotesMessages } from './remotes.messages';
import styles from './remotes.module.css';

export const RemotesProvider = ({ loader, children }: { loader: RemoteLoader; children: ReactNode }) => (
  <RemotesContextProvider value={loader}>{children}</RemotesContextProvider>
);

interface RemoteScreenProps {
  readonly remote: RemoteName;
  /** The path of the shell's route table; the remote names its screen by the same. */
  readonly path: string;
}

/** One screen of a remote: loads it, keeps its faults in this region, and leads to /home who may not open it. */
export function RemoteScreen({ remote, path }: RemoteScreenProps) {
  const loader = useRemoteLoader();
  const state = useSyncExternalStore(loader.subscribe, () => loader.stateOf(remote));
  const { pathname } = useLocation();
  const user = useUser();
  const retry = (): void => void loader.retry(remote);

  useEffect(() => {
    void loader.load(remote);
  }, [loader, remote]);

  if (state.status === 'failed') return <Unavailable onRetry={retry} />;
  if (state.status !== 'ready') return <Waiting />;

  const route = state.routes.find((candidate) => candidate.path === path);
  if (route === undefined) return <Unavailable onRetry={retry} />;
  const isRefused = user !== null && route.roles !== undefined && !route.roles.includes(user.roleName);
  if (isRefused && path !== '/home') return <Navigate to="/home" replace />;

  return (
    <ErrorBoundary
      key={`${pathname} ${state.version}`}
      message={remotesMessages.unavailable}
      onError={(fault) => loader.fallBack(remote, fault)}
      onRetry={retry}
    >
      <Suspense fallback={<Waiting />}>{route.element}</Suspense>
    </ErrorBoundary>
  );
}

const Waiting = () => (
  <p className={styles.waiting} role="status">
    {remotesMessages.loading}
  </p>
);

const Unavailable = ({ onRetry }: { readonly onRetry: () => void }) => (
  <div className={styles.unavailable} role="alert">
    <p>{remotesMessages.unavailable}</p>
    <Button onClick={onRetry}>{remotesMessages.retry}</Button>
  </div>
);
