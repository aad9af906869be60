import type { NetworkFigures, NetworkReport } from '@palier/shared/contracts';
import { type Column, DataTable } from '@palier/shared/data-table';
import { TextLink } from '@palier/shared/page-parts';
import { Amount } from '@palier/shared/ui';
import { amountCell, countCell, textCell } from '../../lib/table-export/cells';
import { tableSource } from '../../lib/table-export/row-collection';
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

export function networkExport(network: NetworkReport) {
  const fields = amountFields(network);
  const titles = [messages.name, ...fields.map((field) => messages[field]), messages.activePlayers];
  const rows = [...rowsOf(network), totalOf(network)].map((row) => [
    textCell(row.name),
    ...fields.map((field) => amountCell(row[field])),
    countCell(row.activePlayers),
  ]);
  return tableSource(messages.fileName(network.path.at(-1)?.username ?? '', network), titles, rows);
}

type AmountField = Exclude<keyof NetworkFigures, 'activePlayers'>;

const EXCHANGED: readonly AmountField[] = ['received', 'returned', 'settlement'];
const PLAYED: readonly AmountField[] = [
  'deposits',
  'withdrawals',
  'net',
  'stakes',
  'wins',
  'grossGamingRevenue',
];

interface NetworkRow extends NetworkFigures {
  readonly key: string | number;
  readonly name: string;
  /** Set for an agent, whose network can be opened. */
  readonly agentId?: number;
}

/**
 * The players of an admin are its sub-accounts, and what both exchange is what is deposited and withdrawn.
 */
export const hasAgentsBelow = ({ path }: NetworkReport): boolean => path.at(-1)?.roleName !== 'ROLE_ADMIN';

const amountFields = (network: NetworkReport): readonly AmountField[] => [
  ...(hasAgentsBelow(network) ? EXCHANGED : []),
  ...PLAYED,
  ...(network.whole.jackpotPrizes === 0 ? [] : (['jackpotPrizes'] as const)),
];

function rowsOf({ subAccounts, others }: NetworkReport): readonly NetworkRow[] {
  const rows = subAccounts.map(({ id, username, roleName, ...figures }): NetworkRow => ({
    key: id,
    name: username,
    ...figures,
    ...(roleName === 'ROLE_CLIENT' ? {} : { agentId: id }),
  }));
  return others === null
    ? rows
    : [...rows, { key: 'others', name: messages.others(others.count), ...others }];
}

const totalOf = ({ whole }: NetworkReport): NetworkRow => ({
  key: 'total',
  name: messages.total,
  ...whole,
});
