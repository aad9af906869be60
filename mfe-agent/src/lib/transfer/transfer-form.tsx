import { Waiting } from '@palier/shared/page-parts';
import { Button, ErrorBox, useTries } from '@palier/shared/ui';
import { useId } from 'react';
import type { SubAccountTarget } from '../sub-account/sub-account.api';
import { messages as frameMessages } from '../sub-account/sub-account.messages';
import { AmountField } from './amount-field';
import { BalanceLine, BalanceList } from './balance-line';
import { DepositLimitList } from './deposit-limits';
import { NoteField } from './note-field';
import { RequestNote } from './request-note';
import { SimilarNames } from './similar-names';
import { messages } from './transfer.messages';
import { addToAmount, QUICK_AMOUNTS, type TransferType } from './transfer.rules';
import styles from './transfer-form.module.css';
import { type PaidRequest, usePaidRequest } from './use-request';
import { useTransfer } from './use-transfer';

interface TransferFormProps {
  readonly type: TransferType;
  readonly action: string;
  /**
   * The accessible name, as in the heading: the focus starts in the amount field, so a screen reader skips
   * the heading.
   */
  readonly label: string;
  readonly target: SubAccountTarget;
}

/** The form; of a request, once the request is read, because its sum may be reserved. */
export function TransferForm({ target, ...props }: TransferFormProps) {
  const paid = usePaidRequest();
  if (paid?.isPending === true) return <Waiting text={frameMessages.loading} />;
  const reserved = paid?.request?.isReserved === true ? paid.request.amount : 0;
  return <FilledForm {...props} paid={paid} target={{ ...target, balance: target.balance + reserved }} />;
}

interface FilledFormProps extends TransferFormProps {
  readonly paid: PaidRequest | null;
}

function FilledForm(props: FilledFormProps) {
  const { dialog, ...transfer } = useTransfer(props.type, props.target, props.paid?.id);
  return (
    <>
      <AmountForm {...transfer} {...props} />
      {dialog}
    </>
  );
}

type AmountFormProps = FilledFormProps & Omit<ReturnType<typeof useTransfer>, 'dialog'>;

function AmountForm({ type, action, label, target, paid, ...transfer }: AmountFormProps) {
  const { text, setText, note, setNote, error, faulty, warning, isSending, amount, ownBalance } = transfer;
  const { form, tries, startTry } = useTries();
  const id = useId();
  // During the call, the own balance may already include the amount.
  const pendingAmount = isSending ? 0 : (amount ?? 0);
  const isFieldFault = faulty === 'amount' || faulty === 'note';
  const targetChange = type === 'DEPOSIT' ? pendingAmount : -pendingAmount;

  return (
    <form
      ref={form}
      data-stack
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        startTry('amount');
        transfer.submit();
      }}
    >
      <RequestNote paid={paid} />
      <SimilarNames />
      {type === 'DEPOSIT' && target.deposit !== undefined && (
        <DepositLimitList id={`${id}-limits`} limits={target.deposit} />
      )}
      <AmountField
        label={messages.amount}
        name="amount"
        inputMode="numeric"
        value={text}
        fault={faulty === 'amount' ? error : null}
        tries={tries}
        aria-describedby={`${isFieldFault ? '' : `${id}-error `}${id}-limits ${id}-balances`}
        onText={setText}
      />
      <div id={`${id}-error`} lang={error === messages.failed ? 'en' : undefined} className={styles.error}>
        {!isFieldFault && <ErrorBox key={tries} message={error} />}
      </div>
      <div className={styles.quick} data-row="close" role="group" aria-label={messages.quickAmounts}>
        {QUICK_AMOUNTS.map((step) => (
          <Button key={step} tone="quiet" isSmall onClick={() => setText(addToAmount(text, step))}>
            +{step}
          </Button>
        ))}
      </div>
      <BalanceList id={`${id}-balances`}>
        <BalanceLine name={target.username} before={target.balance} change={targetChange} />
        <BalanceLine name={messages.own} before={ownBalance} change={-targetChange} />
      </BalanceList>
      <NoteField note={note} fault={faulty === 'note' ? error : null} tries={tries} onNote={setNote} />
      {warning !== null && (
        <p className={styles.warning} role="alert">
          {warning}
        </p>
      )}
      <Button type="submit" disabled={isSending} aria-busy={isSending}>
        {isSending ? messages.sending : action}
      </Button>
    </form>
  );
}
