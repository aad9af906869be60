import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { loginResponseSchema } from '@palier/shared/contracts';
import { fetchCurrentUser } from '@palier/shared/host';
import { firstError, http, isDefiniteRefusal } from '@palier/shared/http';
import { useQueryClient } from '@palier/shared/query';
import { accessToken, currentUser } from '@palier/shared/session';
import { clearSession, startSession } from '@palier/shared/session/writer';
import { DEMO_ACCOUNTS, FIRST_ACCOUNT, type Account } from './demo-accounts';
import { messages } from './standalone.messages';

/** Signs in accounts: at first `FIRST_ACCOUNT`, then the account that was chosen last. */
export function useRole() {
  const queryClient = useQueryClient();
  const [error, setError] = useState<string | null>(null);
  const hasStarted = useRef(false);
  const latest = useRef<AbortController | null>(null);

  async function signInAs(account: Account): Promise<void> {
    // The last choice wins, whichever answer comes last.
    latest.current?.abort();
    const { signal } = (latest.current = new AbortController());
    try {
      clearSession();
      queryClient.clear();
      const { username, password } = account;
      startSession(await http.post('/auth/login', { username, password }, loginResponseSchema, { signal }));
      setError(null);
    } catch (error) {
      if (signal.aborted) return;
      setError(isDefiniteRefusal(error) ? firstError(error, messages.signInFailed) : messages.noServer);
    }
  }

  const start = useEffectEvent(async (): Promise<void> => {
    const isSignedIn = accessToken() !== null && currentUser() !== null;
    if (!isSignedIn) return signInAs(FIRST_ACCOUNT);
    try {
      await fetchCurrentUser({ quiet: true });
    } catch (error) {
      // A refusal has ended the session already.
      if (!isDefiniteRefusal(error)) setError(messages.noServer);
    }
  });
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void start();
  }, []);

  return { accounts: DEMO_ACCOUNTS, error, signInAs };
}
