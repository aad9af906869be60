/** Not a singleton: the agent and the reports remote each bundle a copy. */
import { bus } from '@palier/shared/bus';
import { ConfirmButton } from '@palier/shared/confirm-button';
import { type TransactionAnswer, transactionAnswerSchema } from '@palier/shared/contracts';
import { firstError, http, isDefiniteRefusal } from '@palier/shared/http';
import { formatAmount } from '@palier/shared/money';
import { useProof } from '@palier/shared/prove-identity';
import { useQueryClient } from '@palier/shared/query';
import { currentUser, useUser } from '@palier/shared/session';
import { lazy, useState } from 'react';
import { messages } from './reversal.messages';
import styles from './reverse-deposit.module.css';

/** Loaded when a reversal is refused for a missing proof. */
const LazyProofDialog = lazy(async () => ({
  default: (await import('@palier/shared/prove-identity/proof-dialog')).ProofDialog,
}));

/** Needs no idempotency key: a deposit is reversed at most once. */
const reverseDeposit = (id: number): Promise<TransactionAnswer> =>
  http.post(`/transactions/${id}/reversal`, {}, transactionAnswerSchema);

interface ReverseDepositProps {
  readonly id: number;
  readonly deposit: {
    readonly amount: number;
    readonly targetUsername: string;
    readonly initiatorUsername?: string | undefined;
    /** As the server says of a deposit that its agent may still take back. */
    readonly isReversible?: boolean | undefined;
  };
}

/**
 * The button by which an agent takes an own young deposit back, and the sentence that says what became of it.
 */
export function ReverseDeposit({ id, deposit }: ReverseDepositProps) {
  const { targetUsername } = deposit;
  const user = useUser();
  const queryClient = useQueryClient();
  const [outcome, setOutcome] = useState<string | null>(null);
  const { withProof, dialog } = useProof(LazyProofDialog, 'code');
  const amount = formatAmount(deposit.amount);
  const canReverse = deposit.isReversible === true && deposit.initiatorUsername === user?.username;

  async function reverse(): Promise<boolean> {
    let isDone = false;
    try {
      const { agentNewBalance } = await withProof(() => reverseDeposit(id));
      isDone = true;
      if (currentUser()?.id === user?.id) bus.emit('balance/changed', { balance: agentNewBalance });
      setOutcome(messages.done(amount, targetUsername));
    } catch (failure) {
      setOutcome(isDefiniteRefusal(failure) ? firstError(failure, messages.unknown) : messages.unknown);
    }
    // Lists and balances from before this call, also those of other screens.
    void queryClient.invalidateQueries();
    return isDone;
  }

  return (
    <>
      {canReverse && outcome !== messages.done(amount, targetUsername) && (
        <ConfirmButton
          label={messages.reverse}
          question={messages.question(amount, targetUsername)}
          cancelLabel={messages.keep}
          isSmall
          onConfirm={reverse}
        />
      )}
      {outcome !== null && (
        // Takes the focus of the button, which disappears after success, or once the list shows that nothing
        // is left to reverse.
        <p
          key={String(canReverse)}
          ref={takeLostFocus}
          className={styles.outcome}
          data-screen-only
          role="status"
          tabIndex={-1}
        >
          {outcome}
        </p>
      )}
      {dialog}
    </>
  );
}

const takeLostFocus = (sentence: HTMLElement | null): void => {
  if (document.activeElement === document.body) sentence?.focus({ preventScroll: true });
};
