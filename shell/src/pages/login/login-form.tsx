import { useState, type FormEvent } from 'react';
import { Button, ErrorBox, Field, useTries } from '@palier/shared/ui';
import { messages } from './login.messages';
import type { Credentials } from './login.rules';
import styles from './login.module.css';

interface LoginFormProps {
  readonly error: string | null;
  /** Why the credentials were not checked, in French. */
  readonly reason: string | null;
  readonly isSending: boolean;
  readonly onSubmit: (credentials: Credentials) => void;
}

export function LoginForm({ error, reason, isSending, onSubmit }: LoginFormProps) {
  const { form, tries, startTry } = useTries();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');

  function submit(event: FormEvent): void {
    event.preventDefault();
    startTry(username.trim() === '' ? 'username' : password.trim() === '' ? 'password' : undefined);
    onSubmit({ username, password });
  }

  return (
    <form ref={form} className={styles.form} lang="en" noValidate onSubmit={submit}>
      <Field
        label={messages.username}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        value={username}
        onChange={(event) => setUsername(event.target.value)}
      />
      <Field
        label={messages.password}
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <ErrorBox
        key={tries}
        message={
          error && (
            <>
              {error} <span lang="fr">{reason}</span>
            </>
          )
        }
      />
      <Button type="submit" aria-disabled={isSending} aria-busy={isSending}>
        {messages.submit}
      </Button>
    </form>
  );
}
