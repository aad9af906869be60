import type { ReactNode } from 'react';
import type { Screen } from '@palier/shared/contracts/screens';
import { formatAmount } from '@palier/shared/money';
import { NavLink } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { messages } from './standalone.messages';
import { SignInForm } from './sign-in-form';
import styles from './standalone.module.css';
import { useRole } from './use-role';

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
