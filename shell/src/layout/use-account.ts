import { useState } from 'react';
import { logIgnored } from '@palier/shared/http';
import { fetchCurrentUser } from '@palier/shared/host';
import { currentUser } from '@palier/shared/session';
import { endSession } from '@palier/shared/session/writer';
import { logout } from './layout.api';

/** A line that hangs keeps nobody signed in for longer, since the next person may stand at the same counter. */
const SIGN_OUT_WAIT_MS = 3_000;

/** What the header's two buttons do. */
export function useAccount() {
  const [isRefreshing, setIsRefreshing] = useState(false);
  /** What was read, in TND, once it was asked for. */
  const [readBalance, setReadBalance] = useState<number>();

  async function refreshBalance(): Promise<void> {
    if (isRefreshing) return;
    setIsRefreshing(true);
    setReadBalance(undefined);
    const userId = currentUser()?.id;
    try {
      await fetchCurrentUser({ quiet: false });
      setReadBalance(currentUser()?.balance);
    } catch {
      // Section 4 of docs/spec-coverage.md: if the current-user fetch fails, the user is marked signed out and sent to /login.
      endSessionOf(userId, 'invalid-token');
    } finally {
      setIsRefreshing(false);
    }
  }

  async function signOut(): Promise<void> {
    const userId = currentUser()?.id;
    const told = logout().catch((error: unknown) =>
      logIgnored(error, 'the server did not confirm the sign-out'),
    );
    await Promise.race([told, new Promise((resolve) => setTimeout(resolve, SIGN_OUT_WAIT_MS))]);
    endSessionOf(userId, 'signed-out');
  }

  return { isRefreshing, readBalance, refreshBalance, signOut };
}

/** What was waited for may come so late that somebody else is signed in. */
function endSessionOf(userId: number | undefined, reason: Parameters<typeof endSession>[0]): void {
  if (currentUser()?.id === userId) endSession(reason);
}
