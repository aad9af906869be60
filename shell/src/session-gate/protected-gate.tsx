import { useState, useSyncExternalStore, type ComponentType, type ReactNode } from 'react';
import { Outlet, useLocation } from '@palier/shared/router';
import { accessToken } from '@palier/shared/session';
import { fetchCurrentUser } from '@palier/shared/host';
import { endSession } from '@palier/shared/session/writer';
import { validateToken } from './gate.api';
import { messages } from './gate.messages';
import styles from './gate.module.css';
import { useTokenCheck } from './use-token-check';

/** The first picture waits for its screen no longer than this. */
const FIRST_SCREEN_WAIT_MS = 2_000;

interface ProtectedGateProps {
  readonly layout: ComponentType<{ children: ReactNode }>;
  readonly firstScreen?: Promise<unknown> | undefined;
}

/**
 * Lets a valid token through on each path change, and sends everyone else to /login (sections 2 and 4 of docs/spec-coverage.md). The first
 * check
 * renders nothing at all; on later ones the layout stays and the routed content waits, without a network for as long (decision 0033).
 */
export function ProtectedGate({ layout: Layout, firstScreen }: ProtectedGateProps) {
  const { pathname } = useLocation();
  const [isAdmitted, setIsAdmitted] = useState(false);

  async function check(): Promise<void> {
    // Without a token there is no user to ask for, and /login is not to lie under the loader of a call that is only refused.
    if (isAdmitted || accessToken() === null) return validateToken();
    // Side by side: on a slow line each answer is a long way off, and the first picture needs both.
    await Promise.all([validateToken(), fetchCurrentUser({ quiet: false })]);
    await atMost(firstScreen, FIRST_SCREEN_WAIT_MS);
  }

  const state = useTokenCheck(pathname, check, (isValid) => {
    if (isValid && accessToken() !== null) setIsAdmitted(true);
    else endSession('invalid-token');
  });

  const isOnline = useSyncExternalStore(onNetworkChange, () => navigator.onLine);

  const waiting = state === 'checking' && !isOnline && (
    <p className={styles.waiting} role="status">
      {messages.noNetwork}
    </p>
  );

  if (!isAdmitted) return waiting;
  return (
    <Layout>
      {state === 'authenticated' && <Outlet />}
      {waiting}
    </Layout>
  );
}

function onNetworkChange(tell: () => void): () => void {
  addEventListener('online', tell);
  addEventListener('offline', tell);
  return () => {
    removeEventListener('online', tell);
    removeEventListener('offline', tell);
  };
}

const atMost = (promise: Promise<unknown> | undefined, waitMs: number): Promise<unknown> =>
  Promise.race([promise, new Promise((resolve) => setTimeout(resolve, promise === undefined ? 0 : waitMs))]);
