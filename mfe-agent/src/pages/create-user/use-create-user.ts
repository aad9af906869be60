import { useQueryClient } from '@palier/shared/query';
import { useUser } from '@palier/shared/session';
import { useState } from 'react';
import { messages as attemptMessages } from '../../lib/attempt/attempt.messages';
import { publishNewBalance } from '../../lib/balances';
import { useSubmit } from '../../lib/use-submit';
import { registerUser } from './create-user.api';
import { messages } from './create-user.messages';
import { parseOpeningBalance, registerPathOf, type TypedUser } from './create-user.rules';

export type CreatedUser = Pick<TypedUser, 'username' | 'password'>;

export function useCreateUser() {
  const user = useUser();
  const queryClient = useQueryClient();
  const [created, setCreated] = useState<CreatedUser | null>(null);
  const { error, setError, isSending, submit } = useSubmit(messages.failed);

  function submitUser({ amount, ...candidate }: TypedUser): void {
    if (user === null) return;
    const { id: agentId, roleName } = user;
    const path = registerPathOf(roleName);
    if (path === undefined) return window.alert(messages.notPermitted);
    const { balance, error: refusal } = parseOpeningBalance(amount);
    if (balance === null) return setError(refusal);
    const { username } = candidate;
    submit({
      subject: attemptMessages.describe({ agentId, kind: 'USER_CREATION', username, amount: balance }),
      successText: messages.createdElsewhere,
      send: async () =>
        publishNewBalance(queryClient, agentId, await registerUser(agentId, path, { ...candidate, balance })),
      onDone: () => setCreated(candidate),
    });
  }

  return { created, error, isSending, ownBalance: user?.balance ?? 0, submit: submitUser };
}
