import { Button, ErrorBox, Field, useTries } from '@palier/shared/ui';
import { useState } from 'react';
import { messages as subAccountMessages } from '../../lib/sub-account/sub-account.messages';
import { messages } from './edit-password.messages';
import styles from './edit-password.module.css';

interface EditPasswordFormProps {
  readonly label: string;
  readonly error: string | null;
  readonly isSending: boolean;
  readonly onSubmit: (password: string) => void;
}

export function EditPasswordForm({ label, error, isSending, onSubmit }: EditPasswordFormProps) {
  const { form, startTry } = useTries();
  const [password, setPassword] = useState('');
  const [isShown, setIsShown] = useState(false);

  return (
    <form
      ref={form}
      className={styles.form}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        startTry('password');
        onSubmit(password);
      }}
    >
      <Field
        label={messages.password}
        hint={subAccountMessages.passwordHint}
        name="password"
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div>
        <Button tone="quiet" isSmall aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
          {messages.showPassword}
        </Button>
      </div>
      {error !== null && (
        <div lang={error === messages.failed ? 'en' : undefined}>
          <ErrorBox message={error} />
        </div>
      )}
      <Button type="submit" disabled={isSending}>
        {isSending ? messages.sending : messages.action}
      </Button>
    </form>
  );
}
