import { useState, type ReactNode } from 'react';
import { mayOpen, type Screen } from '@palier/shared/contracts/screens';
import { JackpotOverlay, Loader, Notices, useBalanceEvents } from '@palier/shared/host';
import { Link, Navigate, useLocation, useRoutes } from '@palier/shared/router';
import type { RemoteRoutes } from '@palier/shared/routes';
import { useUser } from '@palier/shared/session';
import { ErrorBoundary } from '@palier/shared/ui';
import { HarnessBar } from './harness-bar';
import { messages } from './standalone.messages';
import styles from './standalone.module.css';

const hasOwnAddress = ({ path }: Screen): boolean => !path.includes(':');

interface HarnessProps {
  readonly routes: RemoteRoutes;
  readonly screens: readonly Screen[];
  readonly controls?: ReactNode;
}

/** The screens of a remote with the overlays of the shell. */
export function Harness({ routes, screens, controls }: HarnessProps) {
  const user = useUser();
  useBalanceEvents();
  const allowed = user === null ? [] : screens.filter((screen) => mayOpen(screen, user.roleName));
  const own = routes.filter(({ path }) => allowed.some((screen) => screen.path === path));
  const linked = allowed.filter(hasOwnAddress);
  return (
    <>
      <HarnessBar screens={linked}>{controls}</HarnessBar>
      <main className={styles.main} key={user?.id}>
        {user === null ? (
          <Message text={messages.chooseRole} />
        ) : (
          <ScreenBoundary>
            <Screens routes={own} first={linked[0]?.path} />
          </ScreenBoundary>
        )}
      </main>
      <Loader />
      <Notices />
      <JackpotOverlay />
    </>
  );
}

/** Shows a screen's error in place of the screen, until the path changes. */
function ScreenBoundary({ children }: { readonly children: ReactNode }) {
  const { pathname } = useLocation();
  const [error, setError] = useState('');
  return (
    <ErrorBoundary
      key={pathname}
      message={messages.crashed(error)}
      onError={(thrown) => setError(thrown instanceof Error ? thrown.message : typeof thrown)}
      onRetry={() => undefined}
    >
      {children}
    </ErrorBoundary>
  );
}

function Screens({ routes, first }: { readonly routes: RemoteRoutes; readonly first: string | undefined }) {
  const home = first === undefined ? <Message text={messages.noScreen} /> : <Navigate to={first} replace />;
  return useRoutes([
    ...routes.map(({ path, element }) => ({ path, element })),
    { path: '/', element: home },
    { path: '*', element: first === undefined ? home : <Elsewhere first={first} /> },
  ]);
}

/** Shown for a screen of another remote, or a screen that the role may not open. */
function Elsewhere({ first }: { readonly first: string }) {
  const { pathname } = useLocation();
  return (
    <div className={styles.elsewhere}>
      <Message text={messages.elsewhere(pathname)} />
      <Link to={first}>{messages.firstScreen}</Link>
    </div>
  );
}

const Message = ({ text }: { readonly text: string }) => <h1 className={styles.message}>{text}</h1>;
