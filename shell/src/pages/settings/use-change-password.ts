import { useRef, useState } from 'react';
import { firstError } from '@palier/shared/http';
import { useQueryClient } from '@palier/shared/query';
import { OWN_SESSIONS_KEY } from './sessions/sessions.api';
import { changePassword } from './settings.api';
import { messages } from './settings.messages';

export interface TypedPasswords {
  readonly oldPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
}

export function useChangePassword() {
  const queryClient = useQueryClient();
  const [error, setError] = useState<string | null>(null);
  const [success, setSuccess] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  // A second click may come before the state is rendered.
  const isInFlight = useRef(false);

  /** Resolves to whether the password was changed. */
  async function change({ oldPassword, newPassword, confirmPassword }: TypedPasswords): Promise<boolean> {
    if (isInFlight.current) return false;
    setSuccess(null);
    if (newPassword !== confirmPassword) {
      setError(messages.mismatch);
      return false;
    }
    setError(null);
    isInFlight.current = true;
    setIsSending(true);
    try {
      await changePassword(oldPassword, newPassword);
      setSuccess(messages.success);
      // The server has ended the other sessions.
      void queryClient.invalidateQueries({ queryKey: [OWN_SESSIONS_KEY] });
      return true;
    } catch (refusal) {
      setError(firstError(refusal, messages.failure));
      return false;
    } finally {
      isInFlight.current = false;
      setIsSending(false);
    }
  }

  return { error, success, isSending, change };
}
