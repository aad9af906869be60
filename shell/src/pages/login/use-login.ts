import { useRef, useState } from 'react';
import { firstError, isDefiniteRefusal } from '@palier/shared/http';
import { useNavigate } from '@palier/shared/router';
import { startSession } from '@palier/shared/session/writer';
import { login } from './login.api';
import { messages } from './login.messages';
import { areComplete, cleanCredentials, type Credentials } from './login.rules';

const TOO_MANY = 429;

export function useLogin() {
  const navigate = useNavigate();
  const [error, setError] = useState<string | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  // State lags a render behind a second click; a ref does not.
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
      // Section 5 of docs/spec-coverage.md has one sentence for every failure. If the password was not checked, the reason is shown too.
      if (!isDefiniteRefusal(refusal) || refusal.response.status === TOO_MANY)
        setReason(firstError(refusal, messages.unanswered));
    } finally {
      isInFlight.current = false;
      setIsSending(false);
    }
  }

  return { error, reason, isSending, signIn };
}
