import type { RoundStep } from '@palier/shared/contracts/rounds';
import { DataTable, type Column } from '@palier/shared/data-table';
import { formatDateTime } from '@palier/shared/dates';
import { Chip } from '@palier/shared/ui';
import { messages } from './round.messages';
import styles from './round.module.css';

const columns: readonly Column<RoundStep>[] = [
  {
    title: messages.date,
    width: '28%',
    inCard: 'note',
    cell: ({ date }) => <time>{formatDateTime(date)}</time>,
  },
  { title: messages.step, width: '28%', inCard: 'title', cell: (step) => <Chip>{messages.kind(step)}</Chip> },
  {
    title: messages.moved,
    width: '22%',
    isNumeric: true,
    inCard: 'amount',
    cell: ({ amount }) => messages.amount(amount),
  },
  {
    title: messages.balance,
    width: '22%',
    isNumeric: true,
    inCard: 'mark',
    cell: ({ balanceAfter }) => (balanceAfter === null ? messages.none : messages.amount(balanceAfter)),
  },
];

export const RoundSteps = ({ steps }: { readonly steps: readonly RoundStep[] }) => (
  <DataTable
    caption={messages.steps}
    columns={columns}
    rows={steps}
    rowKey={(step) => `${step.transactionId} ${step.number}`}
    detail={(step) => <small className={styles.note}>{messages.detail(step)}</small>}
    emptyText=""
  />
);
