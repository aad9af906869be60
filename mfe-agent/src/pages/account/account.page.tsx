import type { AccountFigures, AccountPage as Account } from '@palier/shared/contracts/account-page';
import { DataTable, type Column } from '@palier/shared/data-table';
import { formatDateTime } from '@palier/shared/dates';
import { RefetchButton } from '@palier/shared/refetch-on-revisit';
import { useReturnToList } from '@palier/shared/return-to-list';
import { Link, useParams } from '@palier/shared/router';
import { Amount, Chip, ErrorBox } from '@palier/shared/ui';
import { LiveAmount } from '../../lib/live-balances/live-amount';
import { AccountFrame } from '../../lib/sub-account/account-frame';
import { messages as frameMessages } from '../../lib/sub-account/sub-account.messages';
import { AccountActions } from './account-actions';
import { AccountEvents } from './account-events';
import { messages } from './account.messages';
import styles from './account.module.css';
import { useAccount } from './use-account';

export function AccountPage() {
  const { id = '' } = useParams();
  return <AccountScreen key={id} id={id} />;
}

function AccountScreen({ id }: { readonly id: string }) {
  const { account, showNews, error, isLoading, canRetry, retry } = useAccount(id);
  const { username } = useReturnToList();
  return (
    <AccountFrame title={account?.username ?? username ?? frameMessages.account}>
      <ErrorBox message={error} />
      {error !== null && canRetry && (
        <div>
          <RefetchButton onPress={retry} />
        </div>
      )}
      {isLoading && (
        <p className={styles.note} role="status">
          {messages.loading}
        </p>
      )}
      {account !== undefined && (
        <>
          <AccountHead account={account} />
          <AccountActions account={account} />
          <DataTable
            caption={messages.figures}
            columns={figureColumns(account)}
            rows={account.figures}
            rowKey={({ days }) => days}
            emptyText=""
          />
          <AccountEvents id={id} onShowNews={showNews} />
        </>
      )}
    </AccountFrame>
  );
}

function AccountHead({ account }: { readonly account: Account }) {
  const { path, balance, roleName, active, isFrozen, createdAt, lastSignInAt } = account;
  const { address, state } = useReturnToList();
  const stateText = active ? messages.active : messages.inactive;
  return (
    <div className={styles.head}>
      {path.length > 0 && (
        <nav className={styles.path} aria-label={messages.path}>
          {path.map(({ id, username }, index) => (
            <span key={id}>
              <Link to={index === 0 ? address : `/admin/${id}`} state={index === 0 ? undefined : state}>
                {username}
              </Link>
              <span aria-hidden="true"> › </span>
            </span>
          ))}
          <span aria-current="page">{account.username}</span>
        </nav>
      )}
      <p className={styles.balance}>
        <LiveAmount value={balance} currency="TND" />
        <Chip>{messages.role(roleName)}</Chip>
        <Chip tone={active && !isFrozen ? 'positive' : 'negative'}>
          {isFrozen ? messages.frozen : stateText}
        </Chip>
      </p>
      <p className={styles.note}>
        {messages.created(createdAt.slice(0, 10))} ·{' '}
        <span className={styles.fact}>
          {lastSignInAt === null
            ? messages.noSignIn(createdAt)
            : messages.lastSignIn(formatDateTime(lastSignInAt))}
        </span>
      </p>
    </div>
  );
}

const amountColumn = (
  name: Exclude<keyof AccountFigures, 'days'>,
  inCard: 'left' | 'right',
): Column<AccountFigures> => ({
  title: messages[name],
  isNumeric: true,
  inCard,
  cell: (figures) => <Amount value={figures[name]} />,
});

const figureColumns = ({ roleName }: Account): readonly Column<AccountFigures>[] => [
  {
    title: messages.period,
    isRowHeader: true,
    inCard: 'heading',
    cell: ({ days }) => messages.periods[days],
  },
  amountColumn('received', 'left'),
  amountColumn('returned', 'right'),
  ...(roleName === 'ROLE_CLIENT'
    ? []
    : [amountColumn('distributed', 'left'), amountColumn('collected', 'right')]),
];
