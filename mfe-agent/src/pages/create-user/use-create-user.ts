import { useQueryClient } from '@palier/shared/query';
import { useUser } from '@palier/shared/session';
import { useState } from 'react';
import { messages as attemptMessages } from '../../lib/attempt/attempt.messages';
import { keepNewBalance } from '../../lib/balances';
import { useFormCall } from '../../lib/use-form-call';
import { registerUser } from './create-user.api';
import { messages } from './create-user.messages';
import { parseOpeningBalance, registerPathOf, type TypedUser } from './create-user.rules';

export type CreatedUser = Pick<TypedUser, 'username' | 'password'>;

export function useCreateUser() {
  const user = useUser();
  const queryClient = useQueryClient();
  const [created, setCreated] = useState<CreatedUser | null>(null);
  const { error, setError, isSending, call } = useFormCall(messages.failed);

  async function submit({ amount, ...candidate }: TypedUser): Promise<void> {
    if (user === null) return;
    const path = registerPathOf(user.roleName);
    if (path === undefined) return window.alert(messages.notPermitted);
    const { balance, error: refusal } = parseOpeningBalance(amount);
    if (balance === null) return setError(refusal);

    const { id: agentId } = user;
    const { username } = candidate;
    const isDone = await call({
      what: attemptMessages.what({ agentId, kind: 'USER_CREATION', username, amount: balance }),
      // The recap, where the password is read, is not shown any more.
      done: messages.createdElsewhere,
      send: async () =>
        keepNewBalance(queryClient, agentId, await registerUser(agentId, path, { ...candidate, balance })),
    });
    if (isDone) setCreated(candidate);
  }

  return { created, error, isSending, ownBalance: user?.balance ?? 0, submit };
}
