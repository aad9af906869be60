import { bus } from '@palier/shared/bus';
import type { SubAccountSummary } from '@palier/shared/contracts';
import { firstError } from '@palier/shared/http';
import { useQueryClient } from '@palier/shared/query';
import { useNavigate } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { useEffect, useRef, useState } from 'react';
import { createTransaction } from './transfer.api';
import { messages } from './transfer.messages';
import { checkAmount, type TransferType } from './transfer.rules';

/** The state of a refund or withdraw form. `submit` sends at most one call at a time. */
export function useTransfer(type: TransferType, target: SubAccountSummary) {
  const user = useUser();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [isSending, setIsSending] = useState(false);
  // State lags a render behind a second click; a ref does not.
  const isInFlight = useRef(false);
  const ownBalance = user?.balance ?? 0;
  const check = checkAmount(text, type, { target: target.balance, own: ownBalance });

  // Both balances are checked against what the server says now; the target's has just been read.
  useEffect(() => bus.emit('balance/outdated', {}), []);

  async function submit(): Promise<void> {
    if (isInFlight.current || user === null) return;
    setFault(check.fault);
    if (check.amount === null) return;
    isInFlight.current = true;
    setIsSending(true);
    try {
      const request = { receiverUsername: target.username, amount: check.amount, type };
      const balance = await createTransaction(user.id, request);
      bus.emit('balance/changed', { balance });
      queryClient.removeQueries({ queryKey: ['sub-accounts'] });
      await navigate('/admin');
    } catch (error) {
      setFault(firstError(error, messages.failed));
      isInFlight.current = false;
      setIsSending(false);
    }
  }

  return { text, setText, fault, isSending, amount: check.amount, ownBalance, submit };
}
