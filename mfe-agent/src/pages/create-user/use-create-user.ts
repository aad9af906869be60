import { agentNewBalanceSchema, type RegisterRequest } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import type { WithProof } from '@palier/shared/prove-identity';
import { useQueryClient } from '@palier/shared/query';
import { useUser } from '@palier/shared/session';
import { useState } from 'react';
import { sendOnce } from '../../lib/attempt/attempt';
import { messages as attemptMessages } from '../../lib/attempt/attempt.messages';
import { publishNewBalance } from '../../lib/balances';
import { useSubmit } from '../../lib/use-submit';
import { messages } from './create-user.messages';
import { parseOpeningBalance, registerPathOf, type TypedUser } from './create-user.rules';

/** Returns the agent's new balance in TND. */
async function registerUser(
  agentId: number,
  path: string,
  request: RegisterRequest,
  withProof: WithProof,
): Promise<number> {
  const { username, balance: amount } = request;
  const answer = await sendOnce({ agentId, kind: 'USER_CREATION', username, amount }, request, (headers) =>
    withProof(() => http.post(path, request, agentNewBalanceSchema, { headers })),
  );
  return answer.agentNewBalance;
}

export interface CreatedUser extends Pick<TypedUser, 'username' | 'password'> {
  readonly balance: number;
}

export function useCreateUser() {
  const user = useUser();
  const queryClient = useQueryClient();
  const [created, setCreated] = useState<CreatedUser | null>(null);
  const { error, faulty, refuse, isSending, submit, dialog } = useSubmit(messages.failed);

  function submitUser({ amount, ...candidate }: TypedUser): void {
    if (user === null) return;
    const { id: agentId, roleName } = user;
    const path = registerPathOf(roleName);
    if (path === undefined) return window.alert(messages.notPermitted);
    const { balance, error: refusal } = parseOpeningBalance(amount);
    if (balance === null) return refuse(refusal, 'balance');
    const { username } = candidate;
    submit({
      subject: attemptMessages.describe({ agentId, kind: 'USER_CREATION', username, amount: balance }),
      successText: messages.createdElsewhere,
      send: async (withProof) => {
        const request = { ...candidate, balance };
        publishNewBalance(queryClient, agentId, await registerUser(agentId, path, request, withProof));
      },
      onDone: () => setCreated({ ...candidate, balance }),
    });
  }

  return {
    created,
    error,
    faulty,
    isSending,
    ownBalance: user?.balance ?? 0,
    submit: submitUser,
    dialog,
  };
}
