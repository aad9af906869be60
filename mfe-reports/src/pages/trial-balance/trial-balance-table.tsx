import type { BalanceLine, TrialBalance } from '@palier/shared/contracts';
import { Amount } from '@palier/shared/ui';
import { DataTable, type Column } from '@palier/shared/data-table';
import { BalanceChip } from './trial-balance-equality';
import { messages } from './trial-balance.messages';
import styles from './trial-balance.module.css';

/** A region scrolls by keyboard only when it can have the focus. */
const FOCUSABLE = 0;

const amount = (title: string, of: (line: BalanceLine) => number): Column<BalanceLine> => ({
  title,
  isNumeric: true,
  cell: (line) => <Amount value={of(line)} />,
});

const columns: readonly Column<BalanceLine>[] = [
  { title: messages.name, isRowHeader: true, inCard: 'title', cell: ({ username }) => username },
  amount(messages.own, ({ own }) => own),
  amount(messages.below, ({ below }) => below),
  amount(messages.total, ({ total }) => total),
  amount(messages.inPlay, ({ inPlay }) => inPlay),
  amount(messages.issued, ({ issued }) => issued),
  amount(messages.withdrawn, ({ withdrawn }) => withdrawn),
  { title: messages.check, inCard: 'amount', cell: ({ gap }) => <BalanceChip gap={gap} /> },
];

export const TrialBalanceTable = ({
  balance: { whole, subAccounts },
}: {
  readonly balance: TrialBalance;
}) => (
  <div className={styles.scroller} role="region" aria-label={messages.table} tabIndex={FOCUSABLE}>
    <div className={styles.scrolled}>
      <DataTable
        caption={messages.title}
        columns={columns}
        rows={subAccounts}
        rowKey={({ id }) => id}
        emptyText={messages.empty}
        total={{ ...whole, username: messages.wholeOf(whole.username) }}
      />
    </div>
  </div>
);
