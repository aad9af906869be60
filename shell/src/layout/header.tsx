import { hasManagementRights, isKeptInSettings, type CurrentUser } from '@palier/shared/contracts';
import { formatAmount } from '@palier/shared/money';
import { Link } from '@palier/shared/router';
import { VisuallyHidden } from '@palier/shared/ui';
import { useEffect, useState } from 'react';
import { CommandBarButton } from '../command-bar/command-bar-button';
import { Icon } from './icon';
import { messages, TABS } from './layout.messages';
import styles from './layout.module.css';
import { useAccountActions } from './use-account-actions';

const START_MIN = 50;
const START_MAX = 150;
const STEP_MIN = 0.01;
const STEP_MAX = 0.06;
const TICK_MS = 2_000;

const between = (min: number, max: number): number => min + Math.random() * (max - min);

/** The jackpot amount in the header: decoration, not money. */
function useTicker(): number {
  const [amount, setAmount] = useState(() => between(START_MIN, START_MAX));
  useEffect(() => {
    const timer = setInterval(() => setAmount((before) => before + between(STEP_MIN, STEP_MAX)), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return amount;
}

/** On a phone, amounts from 10 000,00 are smaller, and from 1 000 000,00 there is no ticker beside them. */
function balanceLength(amount: string): 'long' | 'very-long' | undefined {
  if (amount.length > '999 999,00'.length) return 'very-long';
  return amount.length > '9 999,00'.length ? 'long' : undefined;
}

export function Header({ user }: { readonly user: CurrentUser }) {
  const { isRefreshing, announcedBalance, refreshBalance, signOut } = useAccountActions();
  const balance = formatAmount(user.balance);
  return (
    <header className={styles.header} data-balance-length={balanceLength(balance)}>
      <Link to="/home" className={styles.mark} aria-label="Palier">
        <svg viewBox="0 0 32 32" aria-hidden="true">
          <path d="M4 25h6v-7h6v-7h6V4h6v4h-3v7h-6v7h-6v7H4z" />
        </svg>
        <span>Palier</span>
      </Link>
      <Ticker />
      <ul className={styles.tabs} lang="en" aria-label={messages.sections}>
        {TABS.map((tab) => (
          <li key={tab} className={tab === 'Casino' ? styles.tabCurrent : undefined}>
            {tab}
          </li>
        ))}
      </ul>
      <div className={styles.account}>
        <span className={styles.username}>{user.username}</span>
        <span className={styles.balance}>
          <span className={styles.balanceWord}>{messages.balance}</span>
          <span>
            <span data-testid="balance">{balance}</span>
            <span className={styles.currency}> TND</span>
          </span>
        </span>
        <VisuallyHidden>
          <span role="status">
            {announcedBalance !== undefined && `${messages.balance} ${formatAmount(announcedBalance)} TND`}
          </span>
        </VisuallyHidden>
        <span className={styles.bell} data-bell />
        {!isKeptInSettings(user) && (
          <CommandBarButton label={hasManagementRights(user.roleName) ? messages.find : messages.findGame} />
        )}
        <button
          type="button"
          className={styles.iconButton}
          aria-label={messages.refresh}
          title={messages.refresh}
          aria-busy={isRefreshing}
          onClick={() => void refreshBalance()}
        >
          <Icon name="refresh" />
        </button>
        <button
          type="button"
          className={styles.iconButton}
          aria-label={messages.logout}
          title={messages.logout}
          onClick={() => void signOut()}
        >
          <Icon name="logout" />
        </button>
      </div>
    </header>
  );
}

function Ticker() {
  const amount = useTicker();
  return (
    <span className={styles.ticker} data-testid="ticker" aria-hidden="true">
      {formatAmount(amount)}
    </span>
  );
}
