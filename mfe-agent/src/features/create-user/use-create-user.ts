import { bus } from '@palier/shared/bus';
import { firstError } from '@palier/shared/http';
import { useQueryClient } from '@palier/shared/query';
import { useUser } from '@palier/shared/session';
import { useRef, useState } from 'react';
import { registerUser } from './create-user.api';
import { messages } from './create-user.messages';
import { parseOpeningBalance, registerPathOf } from './create-user.rules';

export interface CreatedUser {
  readonly username: string;
  readonly password: string;
}

export function useCreateUser() {
  const user = useUser();
  const queryClient = useQueryClient();
  const [created, setCreated] = useState<CreatedUser | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  const isInFlight = useRef(false);

  async function submit(candidate: CreatedUser, amountText: string): Promise<void> {
    if (isInFlight.current || user === null) return;
    const path = registerPathOf(user.roleName);
    if (path === undefined) return window.alert(messages.notPermitted);
    const { balance, fault: refusal } = parseOpeningBalance(amountText);
    if (balance === null) return setFault(refusal);

    isInFlight.current = true;
    setIsSending(true);
    setFault(null);
    try {
      const agentBalance = await registerUser(user.id, path, { ...candidate, balance });
      bus.emit('balance/changed', { balance: agentBalance });
      queryClient.removeQueries({ queryKey: ['sub-accounts'] });
      setCreated(candidate);
    } catch (error) {
      setFault(firstError(error, messages.failed));
    } finally {
      isInFlight.current = false;
      setIsSending(false);
    }
  }

  return { created, fault, isSending, ownBalance: user?.balance ?? 0, submit };
}
