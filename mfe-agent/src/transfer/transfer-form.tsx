import type { SubAccountSummary } from '@palier/shared/contracts';
import { Button, ErrorBox } from '@palier/shared/ui';
import { useRef } from 'react';
import { AmountField } from './amount-field';
import { BalanceLine } from './balance-line';
import { messages } from './transfer.messages';
import type { TransferType } from './transfer.rules';
import styles from './transfer-form.module.css';
import { useTransfer } from './use-transfer';

interface TransferFormProps {
  readonly type: TransferType;
  readonly action: string;
  readonly target: SubAccountSummary;
}

export function TransferForm({ type, action, target }: TransferFormProps) {
  const { text, setText, fault, isSending, amount, ownBalance, submit } = useTransfer(type, target);
  const input = useRef<HTMLFormElement>(null);
  const given = type === 'DEPOSIT' ? (amount ?? 0) : -(amount ?? 0);

  return (
    <form
      ref={input}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        input.current?.querySelector('input')?.focus();
        void submit();
      }}
    >
      <AmountField
        label={messages.amount}
        inputMode="numeric"
        value={text}
        aria-invalid={fault !== null}
        onChange={(event) => setText(event.target.value)}
      />
      <dl className={styles.balances}>
        <BalanceLine name={target.username} before={target.balance} change={given} />
        <BalanceLine name={messages.own} before={ownBalance} change={-given} />
      </dl>
      <ErrorBox message={fault} />
      <Button type="submit" disabled={isSending}>
        {isSending ? messages.sending : action}
      </Button>
    </form>
  );
}
