import type { AccountFigures, AccountPage as Account } from '@palier/shared/contracts/account-page';
import { amountColumn, DataTable, type Column } from '@palier/shared/data-table';
import { formatDateTime, usePlatformDay } from '@palier/shared/dates';
import { Breadcrumb, Note } from '@palier/shared/page-parts';
import { RefetchButton } from '@palier/shared/refetch-on-revisit';
import { useReturnToList } from '@palier/shared/return-to-list';
import { useParams } from '@palier/shared/router';
import { Chip, ErrorBox } from '@palier/shared/ui';
import { LiveAmount } from '../../lib/live-balances/live-amount';
import { AccountFrame } from '../../lib/sub-account/sub-account-screen';
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
      {isLoading && <Note role="status">{messages.loading}</Note>}
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
  const today = usePlatformDay();
  const stateText = active ? messages.active : messages.inactive;
  return (
    <div className={styles.head}>
      <Breadcrumb
        label={messages.path}
        above={path.map(({ id, username: text }, index) =>
          index === 0 ? { text, to: address } : { text, to: `/admin/${id}`, state },
        )}
        current={account.username}
      />
      <p className={styles.balance} data-row>
        <LiveAmount value={balance} currency="TND" />
        <Chip>{messages.role(roleName)}</Chip>
        <Chip tone={active && !isFrozen ? 'positive' : 'negative'}>
          {isFrozen ? messages.frozen : stateText}
        </Chip>
      </p>
      <Note>
        {messages.created(createdAt.slice(0, 10))} ·{' '}
        <span className={styles.fact}>
          {lastSignInAt === null
            ? messages.noSignIn(createdAt, today)
            : messages.lastSignIn(formatDateTime(lastSignInAt))}
        </span>
      </Note>
    </div>
  );
}

const figureColumns = ({ roleName }: Account): readonly Column<AccountFigures>[] => [
  {
    title: messages.period,
    isRowHeader: true,
    inCard: 'heading',
    cell: ({ days }) => messages.periods[days],
  },
  amountColumn(messages.received, ({ received }) => received, { inCard: 'left' }),
  amountColumn(messages.returned, ({ returned }) => returned, { inCard: 'right' }),
  ...(roleName === 'ROLE_CLIENT'
    ? []
    : [
        amountColumn<AccountFigures>(messages.distributed, (figures) => figures.distributed, {
          inCard: 'left',
        }),
        amountColumn<AccountFigures>(messages.collected, (figures) => figures.collected, { inCard: 'right' }),
      ]),
];
