import type { SubAccount } from '@palier/shared/contracts';
import { returnState } from '@palier/shared/return-to-list';
import { DataTable } from '@palier/shared/data-table';
import { Link } from '@palier/shared/router';
import { Amount, Button, ButtonLink, Chip } from '@palier/shared/ui';
import type { KeyboardEvent, ReactNode } from 'react';
import { messages } from './sub-accounts.messages';
import styles from './sub-accounts.module.css';
import { runningNumber } from './sub-accounts.rules';

interface SubAccountsTableProps {
  readonly rows: readonly SubAccount[];
  readonly page: number;
  readonly stateText: ReactNode;
  readonly total: number;
  readonly listSearch: string;
  readonly onToggle: (row: SubAccount) => void;
  readonly onFollowLink: (nameId: string) => void;
}

export const SubAccountsTable = ({ rows, page, stateText, total, ...actions }: SubAccountsTableProps) => (
  <DataTable
    caption={messages.title}
    rows={rows}
    rowKey={(row) => row.id}
    emptyText={messages.empty}
    stateText={stateText}
    summary={messages.found(total)}
    columns={[
      {
        title: messages.number,
        width: '6%',
        inCard: 'index',
        cell: (_row, index) => runningNumber(page, index),
      },
      {
        title: messages.name,
        width: '27%',
        isRowHeader: true,
        inCard: 'title',
        cell: (row) => <NameCell row={row} {...actions} />,
      },
      {
        title: messages.amount,
        width: '15%',
        isNumeric: true,
        inCard: 'amount',
        cell: (row) => <Amount value={row.balance} />,
      },
      {
        title: messages.action,
        width: '52%',
        isScreenOnly: true,
        inCard: 'actions',
        cell: (row) => <ActionCell row={row} {...actions} />,
      },
    ]}
  />
);

/** Describes the links and buttons of a row, which have the same texts in every row. */
const nameId = ({ id }: SubAccount): string => `compte-${id}`;

const NameCell = ({ row, listSearch, onFollowLink }: Omit<ActionCellProps, 'onToggle'>) => (
  <span className={styles.name}>
    <Link
      id={nameId(row)}
      className={styles.account}
      to={`/admin/${row.id}`}
      state={returnState(listSearch, row.username)}
      onClick={() => onFollowLink(nameId(row))}
    >
      {row.username}
    </Link>
    <Chip tone={row.active ? 'positive' : 'negative'}>
      {row.active ? messages.isActive : messages.isInactive}
    </Chip>
  </span>
);

interface ActionCellProps extends Pick<SubAccountsTableProps, 'listSearch' | 'onToggle' | 'onFollowLink'> {
  readonly row: SubAccount;
}

/** Without this handler, Enter held down would toggle the account again and again. */
function ignoreKeyRepeat(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}

const ActionCell = ({ row, listSearch, onToggle, onFollowLink }: ActionCellProps) => {
  const link = {
    state: returnState(listSearch, row.username),
    isSmall: true,
    'aria-describedby': nameId(row),
    onClick: () => onFollowLink(nameId(row)),
  };
  return (
    <span className={styles.actions}>
      <ButtonLink to={`/refund/${row.id}`} {...link}>
        {messages.refund}
      </ButtonLink>
      <ButtonLink to={`/withdraw/${row.id}`} {...link}>
        {messages.withdraw}
      </ButtonLink>
      <ButtonLink to={`/admin/${row.id}/edit`} {...link}>
        {messages.edit}
      </ButtonLink>
      <ButtonLink to={`/reportItem/${row.id}`} {...link}>
        {messages.history}
      </ButtonLink>
      <Button
        tone="quiet"
        isSmall
        aria-describedby={nameId(row)}
        onClick={() => onToggle(row)}
        onKeyDown={ignoreKeyRepeat}
      >
        {row.active ? messages.deactivate : messages.activate}
      </Button>
    </span>
  );
};
