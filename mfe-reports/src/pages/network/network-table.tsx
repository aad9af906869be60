import type { NetworkReport } from '@palier/shared/contracts';
import { DataTable, type Column } from '@palier/shared/data-table';
import { TextLink } from '@palier/shared/page-parts';
import { Amount } from '@palier/shared/ui';
import { amountFields, hasAgentsBelow, rowsOf, totalOf, type NetworkRow } from './network.columns';
import { messages } from './network.messages';
import styles from './network.module.css';

/** A region scrolls by keyboard only when it can have the focus. */
const FOCUSABLE_TAB_INDEX = 0;

interface NetworkTableProps {
  readonly network: NetworkReport;
  readonly addressOf: (userId: number) => string;
}

export function NetworkTable({ network, addressOf }: NetworkTableProps) {
  const fields = amountFields(network);
  const columns: readonly Column<NetworkRow>[] = [
    {
      title: messages.name,
      isRowHeader: true,
      inCard: 'heading',
      cell: ({ name, agentId }) =>
        agentId === undefined ? name : <TextLink to={addressOf(agentId)}>{name}</TextLink>,
    },
    ...[...fields, 'activePlayers' as const].map((field): Column<NetworkRow> => ({
      title: messages[field],
      isNumeric: true,
      cell: (row) => (field === 'activePlayers' ? messages.count(row[field]) : <Amount value={row[field]} />),
    })),
  ];
  const rows = rowsOf(network);
  return (
    <div
      className={hasAgentsBelow(network) ? styles.wide : styles.scroller}
      role="region"
      aria-label={messages.table}
      tabIndex={FOCUSABLE_TAB_INDEX}
    >
      <div className={styles.scrolled}>
        <DataTable
          caption={messages.table}
          columns={columns}
          rows={rows}
          rowKey={({ key }) => key}
          emptyText={messages.empty}
          total={rows.length < 2 ? undefined : totalOf(network)}
        />
      </div>
    </div>
  );
}
