import { Button, ErrorBox, Field } from '@palier/shared/ui';
import { useRef, useState } from 'react';
import { messages } from './edit-password.messages';
import styles from './edit-password.module.css';

interface EditPasswordFormProps {
  readonly fault: string | null;
  readonly isSending: boolean;
  readonly onSubmit: (password: string) => void;
}

export function EditPasswordForm({ fault, isSending, onSubmit }: EditPasswordFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [password, setPassword] = useState('');
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        form.current?.querySelector('input')?.focus();
        onSubmit(password);
      }}
    >
      <Field
        label={messages.password}
        hint={messages.hint}
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {fault !== null && (
        <div lang={fault === messages.failed ? 'en' : undefined}>
          <ErrorBox message={fault} />
        </div>
      )}
      <Button type="submit" disabled={isSending}>
        {isSending ? messages.sending : messages.action}
      </Button>
    </form>
  );
}
