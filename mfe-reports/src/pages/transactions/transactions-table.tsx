import type { HistoryItem } from '@palier/shared/contracts';
import { Chip } from '@palier/shared/ui';
import { amountColumn, DataTable, type Column } from '@palier/shared/data-table';
import { formatDateTime } from '@palier/shared/dates';
import { MovementDetail } from '../../lib/movement-detail/movement-detail';
import { spacedTypeLabel } from '../../lib/transaction-type';
import { messages } from './transactions.messages';
import { initiatorOf } from './transactions.rules';

const columns: readonly Column<HistoryItem>[] = [
  { title: messages.initiator, width: '30%', inCard: 'title', cell: initiatorOf },
  amountColumn(messages.amount, ({ amount }) => amount, { width: '20%', inCard: 'amount' }),
  {
    title: messages.type,
    width: '24%',
    inCard: 'mark',
    cell: (item) => <Chip>{spacedTypeLabel(item.initiatorTransactionType)}</Chip>,
  },
  {
    title: messages.date,
    width: '26%',
    inCard: 'note',
    cell: ({ date }) => <time>{formatDateTime(date)}</time>,
  },
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
    detail={(item) => <MovementDetail item={item} />}
    emptyText={messages.empty}
    stateText={isLoading ? messages.loading : undefined}
    summary={messages.shown(rows.length)}
  />
);
