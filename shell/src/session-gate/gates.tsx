import { isKeptInSettings } from '@palier/shared/contracts';
import { Navigate, Outlet, useLocation } from '@palier/shared/router';
import { accessToken, useUser } from '@palier/shared/session';
import { clearSession, endSession, whenSessionOffered } from '@palier/shared/session/writer';
import { type ComponentType, type ReactNode, useState, useSyncExternalStore } from 'react';
import { takeFirstCheck } from './first-check';
import { checkSession, validateToken } from './gate.api';
import { messages } from './gate.messages';
import styles from './gate.module.css';
import { useTokenCheck } from './use-token-check';

const FIRST_ROUTE_WAIT_MS = 2_000;
/** The only screen of a user who must change the password or add a second factor first. */
const KEPT_SCREEN = '/settings';

interface ProtectedGateProps {
  readonly layout: ComponentType<{ children: ReactNode }>;
  readonly firstRouteLoaded?: Promise<unknown> | undefined;
}

/**
 * Checks the token on each path change and sends users without a valid token to /login. During the first
 * check nothing is rendered, during later checks the layout only. Without a network the check waits and a
 * message shows (decision 0030).
 */
export function ProtectedGate({ layout: Layout, firstRouteLoaded }: ProtectedGateProps) {
  const { pathname } = useLocation();
  const [isAdmitted, setIsAdmitted] = useState(false);
  const isKept = isKeptInSettings(useUser());

  async function check(): Promise<void> {
    await whenSessionOffered();
    if (isAdmitted || accessToken() === null) return validateToken();
    await (takeFirstCheck() ?? checkSession());
    await waitAtMost(firstRouteLoaded, FIRST_ROUTE_WAIT_MS);
  }

  const state = useTokenCheck(pathname, check, (isValid) => {
    if (isValid && accessToken() !== null) setIsAdmitted(true);
    else endSession('invalid-token');
  });

  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);

  const waiting = state === 'checking' && !isOnline && (
    <p className={styles.waiting} role="status" data-in-place-of-screen={isAdmitted ? undefined : ''}>
      {messages.noNetwork}
    </p>
  );

  if (!isAdmitted) return waiting;
  const isSentToForm = isKept && pathname !== KEPT_SCREEN;
  return (
    <Layout>
      {state === 'authenticated' && (isSentToForm ? <Navigate to={KEPT_SCREEN} replace /> : <Outlet />)}
      {waiting}
    </Layout>
  );
}

function subscribeToNetwork(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

const waitAtMost = (promise: Promise<unknown> | undefined, waitMs: number): Promise<unknown> =>
  Promise.race([promise, new Promise((resolve) => setTimeout(resolve, promise === undefined ? 0 : waitMs))]);

/**
 * `/` and `/login` are one screen with one check, so the screen does not flash when the path changes between
 * them.
 */
const PUBLIC_SCREEN = '/login';

/** Sends users with a valid token to /home and clears the session of an invalid token. */
export function PublicGate() {
  const state = useTokenCheck(PUBLIC_SCREEN, validateToken, (isValid) => {
    if (!isValid) clearSession();
  });
  if (state === 'checking') return null;
  return state === 'authenticated' ? <Navigate to="/home" replace /> : <Outlet />;
}
