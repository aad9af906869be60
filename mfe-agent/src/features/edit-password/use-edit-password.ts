import { firstError } from '@palier/shared/http';
import { useNavigate } from '@palier/shared/router';
import { useRef, useState } from 'react';
import { changeSubAccountPassword } from './edit-password.api';
import { messages } from './edit-password.messages';

export function useEditPassword(id: string) {
  const navigate = useNavigate();
  const [fault, setFault] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const isInFlight = useRef(false);

  async function submit(password: string): Promise<void> {
    if (isInFlight.current) return;
    isInFlight.current = true;
    setIsSending(true);
    setFault(null);
    try {
      await changeSubAccountPassword(id, password);
      await navigate('/admin');
    } catch (error) {
      setFault(firstError(error, messages.failed));
      isInFlight.current = false;
      setIsSending(false);
    }
  }

  return { fault, isSending, submit };
}
