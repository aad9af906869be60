import { useRef, useState } from 'react';
import { firstError, isDefiniteRefusal } from '@palier/shared/http';
import { useNavigate } from '@palier/shared/router';
import { startSession } from '@palier/shared/session/writer';
import { login } from './login.api';
import { messages } from './login.messages';
import { areComplete, cleanCredentials, type Credentials } from './login.rules';

const TOO_MANY_REQUESTS = 429;

export function useLogin() {
  const navigate = useNavigate();
  const [error, setError] = useState<string | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  // A second click may come before the state is rendered.
  const isInFlight = useRef(false);

  async function signIn(typed: Credentials): Promise<void> {
    if (isInFlight.current) return;
    const credentials = cleanCredentials(typed);
    setReason(null);
    if (!areComplete(credentials)) return setError(messages.missing);
    setError(null);
    isInFlight.current = true;
    setIsSending(true);
    try {
      startSession(await login(credentials));
      void navigate('/home');
    } catch (refusal) {
      setError(messages.refused);
      // The specified text blames the credentials, so a failure that does not concern them shows its reason as well.
      if (!isDefiniteRefusal(refusal) || refusal.response.status === TOO_MANY_REQUESTS)
        setReason(firstError(refusal, messages.unanswered));
    } finally {
      isInFlight.current = false;
      setIsSending(false);
    }
  }

  return { error, reason, isSending, signIn };
}
