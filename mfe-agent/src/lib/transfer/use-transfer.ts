import { bus } from '@palier/shared/bus';
import type { SubAccountSummary } from '@palier/shared/contracts';
import { wasAnswered } from '@palier/shared/http';
import { useQueryClient } from '@palier/shared/query';
import { useNavigate } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { useReturnToList } from '@palier/shared/return-to-list';
import { useEffect, useState } from 'react';
import { messages as attemptMessages } from '../attempt/attempt.messages';
import { onCarriedOut } from '../attempt/kept-attempts';
import { keepNewBalance, readBalancesAgain } from '../balances';
import { useFormCall } from '../use-form-call';
import { createTransaction } from './transfer.api';
import { messages } from './transfer.messages';
import { checkAmount, type TransferType } from './transfer.rules';

const BALANCE_ERRORS = [messages.aboveBalance, messages.aboveOwnBalance];

/** The state of a refund or withdraw form. `submit` sends at most one call at a time. */
export function useTransfer(type: TransferType, target: SubAccountSummary) {
  const user = useUser();
  const navigate = useNavigate();
  const { address: list } = useReturnToList();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const { error, setError, isSending, call } = useFormCall(messages.failed);
  const ownBalance = user?.balance ?? 0;
  const check = checkAmount(text, type, { target: target.balance, own: ownBalance });

  // Both balances are checked against what the server says now; the target's has just been read.
  useEffect(() => bus.emit('balance/outdated', {}), []);

  // Left in the form, the amount that has arrived after all would go a second time at the next press.
  useEffect(
    () =>
      onCarriedOut(({ kind, username, amount }) => {
        if (kind === type && username === target.username)
          setText((typed) => (Number(typed) === amount ? '' : typed));
      }),
    [type, target.username],
  );

  async function send(agentId: number, amount: number): Promise<void> {
    try {
      const request = { receiverUsername: target.username, amount, type };
      keepNewBalance(queryClient, agentId, await createTransaction(agentId, request));
    } catch (error) {
      // Refused for a balance, most likely: what the form shows is not what the server counts with.
      if (wasAnswered(error)) void readBalancesAgain(queryClient);
      throw error;
    }
  }

  async function submit(): Promise<void> {
    if (user === null) return;
    setError(check.error);
    const { amount } = check;
    if (amount === null) {
      // The balance may have grown since it was read.
      if (BALANCE_ERRORS.includes(check.error)) void readBalancesAgain(queryClient);
      return;
    }
    const { username } = target;
    const isDone = await call({
      what: attemptMessages.what({ agentId: user.id, kind: type, username, amount }),
      done: attemptMessages.done,
      isLeft: true,
      send: () => send(user.id, amount),
    });
    if (isDone) await navigate(list);
  }

  return { text, setText, error, isSending, amount: check.amount, ownBalance, submit };
}
