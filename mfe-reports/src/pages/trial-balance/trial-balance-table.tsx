import type { BalanceLine, TrialBalance } from '@palier/shared/contracts';
import { amountColumn, DataTable, type Column } from '@palier/shared/data-table';
import { BalanceChip } from './trial-balance-equality';
import { messages } from './trial-balance.messages';
import styles from './trial-balance.module.css';

/** A region scrolls by keyboard only when it can have the focus. */
const FOCUSABLE_TAB_INDEX = 0;

const columns: readonly Column<BalanceLine>[] = [
  { title: messages.name, isRowHeader: true, inCard: 'title', cell: ({ username }) => username },
  amountColumn(messages.own, ({ own }) => own),
  amountColumn(messages.below, ({ below }) => below),
  amountColumn(messages.total, ({ total }) => total),
  amountColumn(messages.inPlay, ({ inPlay }) => inPlay),
  amountColumn(messages.issued, ({ issued }) => issued),
  amountColumn(messages.withdrawn, ({ withdrawn }) => withdrawn),
  { title: messages.check, inCard: 'amount', cell: ({ gap }) => <BalanceChip gap={gap} /> },
];

export const TrialBalanceTable = ({
  balance: { whole, subAccounts },
}: {
  readonly balance: TrialBalance;
}) => (
  <div className={styles.scroller} role="region" aria-label={messages.table} tabIndex={FOCUSABLE_TAB_INDEX}>
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
