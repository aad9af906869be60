import { useRef, useState, type ChangeEvent, type FormEvent } from 'react';
import { Button, ErrorBox, Field, SuccessBox } from '@palier/shared/ui';
import { messages } from './settings.messages';
import type { TypedPasswords } from './use-change-password';
import styles from './settings.module.css';

interface SettingsFormProps {
  readonly error: string | null;
  readonly success: string | null;
  readonly isSending: boolean;
  readonly onSubmit: (typed: TypedPasswords) => Promise<boolean>;
}

const NOTHING_TYPED: TypedPasswords = { oldPassword: '', newPassword: '', confirmPassword: '' };

export function SettingsForm({ error, success, isSending, onSubmit }: SettingsFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(NOTHING_TYPED);
  // A new key per try makes screen readers announce an equal refusal again.
  const [tries, setTries] = useState(0);
  const field = (name: keyof TypedPasswords) => ({
    label: messages[name],
    name,
    type: 'password',
    autoComplete: name === 'oldPassword' ? 'current-password' : 'new-password',
    value: typed[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      setTyped((before) => ({ ...before, [name]: event.target.value })),
  });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTries(tries + 1);
    if (typed.newPassword !== typed.confirmPassword)
      form.current?.querySelector<HTMLInputElement>('[name=confirmPassword]')?.focus();
    if (await onSubmit(typed)) setTyped(NOTHING_TYPED);
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
      <h2>{messages.heading}</h2>
      <Field {...field('oldPassword')} />
      <Field {...field('newPassword')} hint={messages.hint} />
      <Field {...field('confirmPassword')} />
      <ErrorBox key={tries} message={error} />
      <SuccessBox message={success} />
      <div className={styles.actions}>
        <Button type="submit" aria-busy={isSending}>
          {messages.submit}
        </Button>
        <Button type="submit" tone="quiet">
          {messages.disableJackpot}
        </Button>
      </div>
    </form>
  );
}
