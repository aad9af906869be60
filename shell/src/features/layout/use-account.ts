import { useState } from 'react';
import { logIgnored } from '@palier/shared/http';
import { fetchCurrentUser } from '@palier/shared/host';
import { endSession } from '../../session/end-session';
import { logout } from './layout.api';

/** What the header's two buttons do. */
export function useAccount() {
  const [isRefreshing, setIsRefreshing] = useState(false);

  async function refreshBalance(): Promise<void> {
    if (isRefreshing) return;
    setIsRefreshing(true);
    try {
      await fetchCurrentUser({ quiet: false });
    } catch {
      // Spec §4: if the current-user fetch fails, the user is marked signed out and sent to /login.
      endSession('invalid-token');
    } finally {
      setIsRefreshing(false);
    }
  }

  async function signOut(): Promise<void> {
    try {
      await logout();
    } catch (error) {
      logIgnored(error, 'the server did not confirm the sign-out');
    }
    endSession('signed-out');
  }

  return { isRefreshing, refreshBalance, signOut };
}
