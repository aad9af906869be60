import type { SubAccount } from '@palier/shared/contracts';
import { Amount, Button, ButtonLink, Chip, DataTable } from '@palier/shared/ui';
import { messages } from './sub-accounts.messages';
import styles from './sub-accounts.module.css';
import { runningNumber } from './sub-accounts.rules';

interface SubAccountsTableProps {
  readonly rows: readonly SubAccount[];
  readonly page: number;
  readonly isLoading: boolean;
  readonly onToggle: (row: SubAccount) => void;
}

export const SubAccountsTable = ({ rows, page, isLoading, onToggle }: SubAccountsTableProps) => (
  <DataTable
    caption={messages.title}
    rows={rows}
    rowKey={(row) => row.id}
    emptyText={messages.empty}
    stateText={isLoading ? messages.loading : undefined}
    columns={[
      { title: messages.number, inCard: 'index', cell: (_row, index) => runningNumber(page, index) },
      { title: messages.name, inCard: 'title', cell: (row) => <NameCell row={row} /> },
      {
        title: messages.amount,
        isNumeric: true,
        inCard: 'amount',
        cell: (row) => <Amount value={row.balance} />,
      },
      {
        title: messages.action,
        isScreenOnly: true,
        inCard: 'actions',
        cell: (row) => <ActionCell row={row} onToggle={onToggle} />,
      },
    ]}
  />
);

/** Five links and buttons a row have the same words: each is described by the name it is about. */
const nameId = ({ id }: SubAccount): string => `compte-${id}`;

const NameCell = ({ row }: { readonly row: SubAccount }) => (
  <span className={styles.name}>
    <span id={nameId(row)}>{row.username}</span>
    <Chip tone={row.active ? 'positive' : 'negative'}>
      {row.active ? messages.isActive : messages.isInactive}
    </Chip>
  </span>
);

interface ActionCellProps {
  readonly row: SubAccount;
  readonly onToggle: (row: SubAccount) => void;
}

const ActionCell = ({ row, onToggle }: ActionCellProps) => (
  <span className={styles.actions}>
    <ButtonLink to={`/refund/${row.id}`} isSmall aria-describedby={nameId(row)}>
      {messages.refund}
    </ButtonLink>
    <ButtonLink to={`/withdraw/${row.id}`} isSmall aria-describedby={nameId(row)}>
      {messages.withdraw}
    </ButtonLink>
    <ButtonLink to={`/admin/${row.id}/edit`} isSmall aria-describedby={nameId(row)}>
      {messages.edit}
    </ButtonLink>
    <ButtonLink to={`/reportItem/${row.id}`} isSmall aria-describedby={nameId(row)}>
      {messages.history}
    </ButtonLink>
    <Button tone="quiet" isSmall aria-describedby={nameId(row)} onClick={() => onToggle(row)}>
      {row.active ? messages.deactivate : messages.activate}
    </Button>
  </span>
);
