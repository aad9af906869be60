import { Button, ErrorBox, Field, useTries } from '@palier/shared/ui';
import { useState, type FormEvent } from 'react';
import { SecretField } from '../../lib/secret-field/secret-field';
import { AmountField } from '../../lib/transfer/amount-field';
import { BalanceLine, BalanceList } from '../../lib/transfer/balance-line';
import { messages as accountMessages } from '../../lib/sub-account/sub-account.messages';
import { messages } from './create-user.messages';
import { fieldInError, parseOpeningBalance, type TypedUser } from './create-user.rules';

interface CreateUserFormProps {
  readonly error: string | null;
  /** The field that the error is about, by its name in the request. */
  readonly faulty: string | undefined;
  readonly isSending: boolean;
  readonly ownBalance: number;
  readonly onSubmit: (typed: TypedUser) => void;
}

/** By their names in the request. */
const FIELDS = ['username', 'password', 'balance'];

export function CreateUserForm({ error, faulty, isSending, ownBalance, onSubmit }: CreateUserFormProps) {
  const { form, tries, startTry } = useTries();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [amount, setAmount] = useState('');
  // During the call, the own balance may already include the amount.
  const pendingAmount = isSending ? 0 : (parseOpeningBalance(amount).balance ?? 0);

  const faultOf = (name: string) => ({ fault: faulty === name ? error : null, tries });

  function submit(event: FormEvent): void {
    event.preventDefault();
    const typed = { username, password, amount };
    startTry(fieldInError(typed));
    onSubmit(typed);
  }

  return (
    <form ref={form} data-stack aria-label={accountMessages.create} noValidate onSubmit={submit}>
      <Field
        label={messages.name}
        hint={messages.nameHint}
        name="username"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={username}
        {...faultOf('username')}
        onChange={(event) => setUsername(event.target.value)}
      />
      <SecretField isHidden value={password} onText={setPassword} {...faultOf('password')} />
      <AmountField
        label={messages.amount}
        hint={messages.amountHint}
        name="amount"
        inputMode="decimal"
        value={amount}
        onText={setAmount}
        {...faultOf('balance')}
      />
      <BalanceList>
        <BalanceLine
          name={messages.own}
          before={ownBalance}
          change={pendingAmount > 0 ? -pendingAmount : 0}
        />
      </BalanceList>
      {error !== null && !FIELDS.includes(faulty ?? '') && (
        <div key={tries} lang={error === messages.failed ? 'en' : undefined}>
          <ErrorBox message={error} />
        </div>
      )}
      <Button
        type="submit"
        lang={isSending ? undefined : 'en'}
        aria-disabled={isSending}
        aria-busy={isSending}
      >
        {isSending ? messages.sending : messages.submit}
      </Button>
    </form>
  );
}
