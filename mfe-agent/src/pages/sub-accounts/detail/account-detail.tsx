import type { AccountEvent } from '@palier/shared/contracts/account-page';
import { formatDateTime } from '@palier/shared/dates';
import { Waiting } from '@palier/shared/page-parts';
import { useQuery } from '@palier/shared/query';
import { ReadFailure } from '@palier/shared/refetch-on-revisit';
import { subAccountLinkState } from '@palier/shared/return-to-list';
import { useUser } from '@palier/shared/session';
import { Amount, Button, ButtonLink, Chip } from '@palier/shared/ui';
import { LiveAmount } from '../../../lib/live-balances/live-amount';
import { getAccountEvents } from '../../../lib/sub-account/account-page.api';
import { movementWord } from '../../../lib/sub-account/movement.messages';
import { messages as listMessages } from '../sub-accounts.messages';
import { nameIdOf } from '../use-restore-row-focus';
import { messages } from './account-detail.messages';
import type { BesideProps } from './beside-props';
import styles from './account-detail.module.css';

const MOVEMENTS_SHOWN = 8;

/** The balance, the last movements and the actions of the account of a row. */
export function AccountDetail({ row, listSearch, onFollowLink }: BesideProps) {
  const link = {
    state: subAccountLinkState(listSearch, row.username),
    isSmall: true,
    onClick: () => onFollowLink(nameIdOf(row.id)),
  };
  return (
    <div className={styles.detail}>
      <h2 className={styles.name}>{row.username}</h2>
      <p className={styles.balance} data-row="close">
        <LiveAmount value={row.balance} currency="TND" />
        <Chip tone={row.active ? 'positive' : 'negative'}>
          {row.active ? listMessages.isActive : listMessages.isInactive}
        </Chip>
      </p>
      <div data-row="close">
        <ButtonLink to={`/refund/${row.id}`} {...link} tone="primary">
          {listMessages.refund}
        </ButtonLink>
        <ButtonLink to={`/withdraw/${row.id}`} {...link}>
          {listMessages.withdraw}
        </ButtonLink>
        <ButtonLink to={`/reportItem/${row.id}`} {...link}>
          {listMessages.history}
        </ButtonLink>
        <ButtonLink to={`/admin/${row.id}`} {...link}>
          {messages.open}
        </ButtonLink>
      </div>
      <LastMovements row={row} />
    </div>
  );
}

function LastMovements({ row: { id, balance } }: Pick<BesideProps, 'row'>) {
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['account', useUser()?.id, String(id), 'beside'],
    queryFn: async ({ signal }) => ({
      ...(await getAccountEvents(String(id), null, { signal, quiet: true })),
      balance,
    }),
    meta: { failureLog: 'movements of an account not read' },
  });
  const movements = data?.data.filter(({ amount }) => amount !== null).slice(0, MOVEMENTS_SHOWN);
  return (
    <section data-stack aria-labelledby="movements-beside">
      <div data-row="apart">
        <h3 id="movements-beside">{messages.movements}</h3>
        {data !== undefined && data.balance !== balance && (
          <Button tone="quiet" isSmall onClick={() => void refetch()}>
            {messages.showNews}
          </Button>
        )}
      </div>
      {isPending && <Waiting text={messages.loading} />}
      {isError && <ReadFailure message={messages.failed} onRetry={refetch} />}
      {movements?.length === 0 && <p>{messages.empty}</p>}
      {movements !== undefined && !isError && (
        <ul className={styles.movements}>
          {movements.map((movement) => (
            <Movement key={movement.key} movement={movement} />
          ))}
        </ul>
      )}
    </section>
  );
}

const Movement = ({ movement: { kind, date, amount, balanceAfter, game } }: { movement: AccountEvent }) => (
  <li className={styles.movement}>
    <span>{game === null ? movementWord(kind) : `${movementWord(kind)} · ${game}`}</span>
    <span>
      {amount !== null && amount > 0 && '+'}
      <Amount value={amount ?? NaN} />
    </span>
    <small>
      <time>{formatDateTime(date)}</time>
    </small>
    <small>
      {messages.balanceAfter} <Amount value={balanceAfter ?? NaN} />
    </small>
  </li>
);
