import type { HistoryItem } from '@palier/shared/contracts';
import { Amount, Chip, DataTable, type Column } from '@palier/shared/ui';
import { MovementDate } from '../../movement-date/movement-date';
import { spacedTypeLabel } from '../../transaction-type/transaction-type';
import { messages } from './transactions.messages';
import { initiatorOf } from './transactions.rules';

const columns: readonly Column<HistoryItem>[] = [
  { title: messages.initiator, inCard: 'title', cell: initiatorOf },
  {
    title: messages.amount,
    isNumeric: true,
    inCard: 'amount',
    cell: (item) => <Amount value={item.amount} />,
  },
  {
    title: messages.type,
    inCard: 'mark',
    cell: (item) => <Chip>{spacedTypeLabel(item.initiatorTransactionType)}</Chip>,
  },
  { title: messages.date, inCard: 'note', cell: (item) => <MovementDate item={item} /> },
];

interface TransactionsTableProps {
  readonly rows: readonly HistoryItem[];
  readonly isLoading: boolean;
}

export const TransactionsTable = ({ rows, isLoading }: TransactionsTableProps) => (
  <DataTable
    caption={messages.title}
    columns={columns}
    rows={rows}
    rowKey={(item) => item.id}
    emptyText={messages.empty}
    stateText={isLoading ? messages.loading : undefined}
  />
);
