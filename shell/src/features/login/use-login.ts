import { useRef, useState } from 'react';
import { useNavigate } from '@palier/shared/router';
import { startSession } from '@palier/shared/session';
import { login } from './login.api';
import { messages } from './login.messages';
import { areComplete, cleanCredentials, type Credentials } from './login.rules';

export function useLogin() {
  const navigate = useNavigate();
  const [error, setError] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  // State lags a render behind a second click; a ref does not.
  const isInFlight = useRef(false);

  async function signIn(typed: Credentials): Promise<void> {
    if (isInFlight.current) return;
    const credentials = cleanCredentials(typed);
    if (!areComplete(credentials)) return setError(messages.missing);
    setError(null);
    isInFlight.current = true;
    setIsSending(true);
    try {
      startSession(await login(credentials));
      void navigate('/home');
    } catch {
      setError(messages.refused);
    } finally {
      isInFlight.current = false;
      setIsSending(false);
    }
  }

  return { error, isSending, signIn };
}
