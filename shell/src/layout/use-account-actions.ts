import { fetchCurrentUser } from '@palier/shared/host/current-user';
import { http, logIgnored, noContent } from '@palier/shared/http';
import { currentUser, refreshToken } from '@palier/shared/session';
import { endSession, withholdSession } from '@palier/shared/session/writer';
import { useState } from 'react';

/** Without the loader overlay (`quiet`), because the page may sign the user out before the answer. */
const logout = (): Promise<void> =>
  http.post('/auth/logout', { refreshToken: refreshToken() ?? undefined }, noContent, {
    quiet: true,
  });

/** A sign-out without an answer takes effect in the page after this time. */
const SIGN_OUT_WAIT_MS = 3_000;

export function useAccountActions() {
  const [isRefreshing, setIsRefreshing] = useState(false);
  // In TND; announced to screen readers after a refresh.
  const [announcedBalance, setAnnouncedBalance] = useState<number>();

  async function refreshBalance(): Promise<void> {
    if (isRefreshing) return;
    setIsRefreshing(true);
    setAnnouncedBalance(undefined);
    const userId = currentUser()?.id;
    try {
      await fetchCurrentUser({ quiet: false });
      setAnnouncedBalance(currentUser()?.balance);
    } catch {
      // Any failure ends the session (section 4 of docs/spec-coverage.md).
      endSessionOf(userId, 'invalid-token');
    } finally {
      setIsRefreshing(false);
    }
  }

  async function signOut(): Promise<void> {
    const userId = currentUser()?.id;
    withholdSession();
    const answer = logout().catch((error: unknown) =>
      logIgnored(error, 'the server did not confirm the sign-out'),
    );
    await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, SIGN_OUT_WAIT_MS))]);
    endSessionOf(userId, 'signed-out');
  }

  return { isRefreshing, announcedBalance, refreshBalance, signOut };
}

/** Does nothing when another user has signed in meanwhile. */
function endSessionOf(userId: number | undefined, reason: Parameters<typeof endSession>[0]): void {
  if (currentUser()?.id === userId) endSession(reason);
}
