import { useState, type FormEvent } from 'react';
import type { Account } from './demo-accounts';
import { messages } from './standalone.messages';
import styles from './standalone.module.css';

/** Signs in with any account. */
export function SignInForm({ onSignIn }: { readonly onSignIn: (account: Account) => void }) {
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  function submit(event: FormEvent): void {
    event.preventDefault();
    onSignIn({ username: username.trim().toLowerCase(), password: password.trim() });
    setPassword('');
  }
  return (
    <form data-row="close" aria-label={messages.signIn} onSubmit={submit}>
      <input
        className={styles.input}
        required
        autoComplete="username"
        aria-label={messages.account}
        placeholder={messages.account}
        value={username}
        onChange={({ target }) => setUsername(target.value)}
      />
      <input
        className={styles.input}
        required
        type="password"
        autoComplete="current-password"
        aria-label={messages.accountPassword}
        placeholder={messages.accountPassword}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <button className={styles.choice}>{messages.signIn}</button>
    </form>
  );
}
