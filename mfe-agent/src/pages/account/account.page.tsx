import type { AccountFigures, AccountPage as Account } from '@palier/shared/contracts/account-page';
import { amountColumn, DataTable, type Column } from '@palier/shared/data-table';
import { usePlatformDay } from '@palier/shared/dates';
import { Breadcrumb, Note, Waiting } from '@palier/shared/page-parts';
import { ReadFailure } from '@palier/shared/refetch-on-revisit';
import { useReturnToList } from '@palier/shared/return-to-list';
import { useParams } from '@palier/shared/router';
import { Chip } from '@palier/shared/ui';
import { LiveAmount } from '../../lib/live-balances/live-amount';
import { AccountFrame } from '../../lib/sub-account/sub-account-screen';
import { messages as frameMessages } from '../../lib/sub-account/sub-account.messages';
import { AccountActions } from './account-actions';
import { AccountEvents } from './account-events';
import { AgentLimitsSection } from './agent-limits';
import { FactorResetSection } from './factor-reset';
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
    <AccountFrame
      title={account?.username ?? username ?? frameMessages.account}
      aside={
        account !== undefined && (
          <>
            <AccountState account={account} />
            <AccountActions account={account} />
          </>
        )
      }
    >
      {error !== null && <ReadFailure message={error} onRetry={canRetry ? retry : undefined} />}
      {isLoading && <Waiting text={messages.loading} />}
      {account !== undefined && (
        <div className={styles.content}>
          <AccountFacts account={account} />
          <DataTable
            caption={messages.figures}
            columns={figureColumns(account)}
            rows={account.figures}
            rowKey={({ days }) => days}
            emptyText=""
          />
          <Note>{messages.withoutReversals}</Note>
          {account.isDirect && account.roleName !== 'ROLE_CLIENT' && <AgentLimitsSection id={id} />}
          {account.isDirect && <FactorResetSection id={id} />}
          <AccountEvents
            id={id}
            reversibleOf={account.isDirect ? account.username : undefined}
            onShowNews={showNews}
          />
        </div>
      )}
    </AccountFrame>
  );
}

function AccountState({ account: { balance, reserved, active, isFrozen } }: { readonly account: Account }) {
  const stateText = active ? messages.active : messages.inactive;
  return (
    <p className={styles.balance} data-row="close">
      <LiveAmount value={balance} currency="TND" />
      {reserved > 0 && <span>{messages.reserved(reserved)}</span>}
      <Chip tone={active && !isFrozen ? 'positive' : 'negative'}>
        {isFrozen ? messages.frozen : stateText}
      </Chip>
    </p>
  );
}

/** The agents above the account, its role, and the dates of its creation and its last sign-in. */
function AccountFacts({ account }: { readonly account: Account }) {
  const { path, roleName, createdAt, lastSignInAt } = account;
  const { address, state } = useReturnToList();
  const today = usePlatformDay();
  return (
    <div className={styles.facts}>
      <Breadcrumb
        label={messages.path}
        above={path.map(({ id, username: text }, index) =>
          index === 0 ? { text, to: address } : { text, to: `/admin/${id}`, state },
        )}
        current={account.username}
      />
      <Note>
        {messages.role(roleName)} · {messages.created(createdAt)} ·{' '}
        <span className={styles.fact}>
          {lastSignInAt === null ? messages.noSignIn(createdAt, today) : messages.lastSignIn(lastSignInAt)}
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
