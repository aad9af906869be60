import { loginResponseSchema } from '@palier/shared/contracts';
import type { Screen } from '@palier/shared/contracts/screens';
import { fetchCurrentUser } from '@palier/shared/host/current-user';
import { firstError, http, isDefiniteRefusal } from '@palier/shared/http';
import { formatAmount } from '@palier/shared/money';
import { useQueryClient } from '@palier/shared/query';
import { NavLink } from '@palier/shared/router';
import { accessToken, currentUser, useUser } from '@palier/shared/session';
import { clearSession, startSession } from '@palier/shared/session/writer';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Account, DEMO_ACCOUNTS, FIRST_ACCOUNT } from './demo-accounts';
import { messages } from './standalone.messages';
import styles from './standalone.module.css';

interface HarnessBarProps {
  /** The screens of the role without parameters in their path. */
  readonly screens: readonly Screen[];
  readonly children?: ReactNode;
}

/** The bar above the remote: role switcher, sign-in, balance, links to the screens. */
export function HarnessBar({ screens, children }: HarnessBarProps) {
  const user = useUser();
  const { accounts, error, signInAs } = useRole();
  return (
    <header className={styles.bar} data-row aria-label={messages.bar}>
      <span data-row="close" role="group" aria-label={messages.roles}>
        {accounts.map((account) => (
          <button
            key={account.username}
            type="button"
            className={styles.choice}
            aria-pressed={user?.username === account.username}
            onClick={() => void signInAs(account)}
          >
            {account.username}
          </button>
        ))}
      </span>
      <SignInForm onSignIn={(account) => void signInAs(account)} />
      {user !== null && (
        <span className={styles.balance}>
          {messages.balance} <strong data-testid="balance">{formatAmount(user.balance)}</strong> TND
        </span>
      )}
      {screens.length > 0 && (
        <nav data-row="close" aria-label={messages.bar}>
          {screens.map(({ path, title, menu }) => (
            <NavLink key={path} to={path} end className={styles.link ?? ''}>
              {menu?.text ?? title}
            </NavLink>
          ))}
        </nav>
      )}
      {children}
      {error !== null && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </header>
  );
}

/** Signs in with any account. */
function SignInForm({ onSignIn }: { readonly onSignIn: (account: Account) => void }) {
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

/** Signs in accounts: at first `FIRST_ACCOUNT`, then the account that was chosen last. */
function useRole() {
  const queryClient = useQueryClient();
  const [error, setError] = useState<string | null>(null);
  const hasStarted = useRef(false);
  const latest = useRef<AbortController | null>(null);

  async function signInAs(account: Account): Promise<void> {
    // The last choice wins, whichever answer comes last.
    latest.current?.abort();
    const { signal } = (latest.current = new AbortController());
    try {
      clearSession();
      queryClient.clear();
      const { username, password } = account;
      startSession(await http.post('/auth/login', { username, password }, loginResponseSchema, { signal }));
      setError(null);
    } catch (error) {
      if (signal.aborted) return;
      setError(isDefiniteRefusal(error) ? firstError(error, messages.signInFailed) : messages.noServer);
    }
  }

  const start = useEffectEvent(async (): Promise<void> => {
    const isSignedIn = accessToken() !== null && currentUser() !== null;
    if (!isSignedIn) return signInAs(FIRST_ACCOUNT);
    try {
      await fetchCurrentUser({ quiet: true });
    } catch (error) {
      // A refusal has ended the session already.
      if (!isDefiniteRefusal(error)) setError(messages.noServer);
    }
  });
  useEffect(() => {
    if (hasStarted.current) return;
    hasStarted.current = true;
    void start();
  }, []);

  return { accounts: DEMO_ACCOUNTS, error, signInAs };
}
