import type { HistoryItem } from '@palier/shared/contracts';
import { RefetchButton } from '@palier/shared/refetch-on-revisit';
import { DataTable, Pager, type Column } from '@palier/shared/data-table';
import { Amount, Chip, Field } from '@palier/shared/ui';
import { CsvExport } from '../../lib/csv-export/csv-export';
import { MovementMeta } from '../../lib/movement-meta/movement-meta';
import { PrintFooter } from '../../lib/printing/print-footer';
import { typeLabel } from '../../lib/transaction-type';
import { messages } from './history.messages';
import styles from './history.module.css';
import { hasPager } from './history.rules';
import type { useHistory } from './use-history';

const columnsOf = (isOfSubAccount: boolean): readonly Column<HistoryItem>[] => [
  {
    title: messages.date,
    width: '46%',
    inCard: 'note',
    cell: (item) => <MovementMeta item={item} isOfSubAccount={isOfSubAccount} />,
  },
  { title: messages.name, width: '22%', inCard: 'title', cell: (item) => item.targetUsername },
  {
    title: messages.type,
    width: '18%',
    inCard: 'mark',
    cell: (item) => <Chip>{typeLabel(item.initiatorTransactionType)}</Chip>,
  },
  {
    title: messages.amount,
    width: '14%',
    isNumeric: true,
    inCard: 'amount',
    cell: (item) => <Amount value={item.amount} />,
  },
];

/** The filter applies to the shown page and to the whole export. */
export function HistoryView(props: ReturnType<typeof useHistory>) {
  const hasPages = hasPager(props.history.totalElements);
  const { page, setPage, filter, setFilter, history, rows, isLoading, isOfSubAccount, exported } = props;
  const unread = props.hasFailed ? (
    <>
      {messages.unread}
      <RefetchButton onPress={props.refetch} />
    </>
  ) : undefined;
  return (
    <>
      <div className={styles.tools}>
        <div className={styles.filter}>
          <Field
            label={messages.filter}
            {...(hasPages ? { hint: messages.filterHint } : {})}
            type="search"
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        </div>
        <CsvExport source={exported} isDisabled={history.totalElements === 0} />
      </div>
      <DataTable
        caption={messages.title}
        columns={columnsOf(isOfSubAccount)}
        rows={rows}
        rowKey={(item) => item.id}
        emptyText={messages.empty}
        stateText={isLoading ? messages.loading : unread}
        summary={messages.shown(rows.length)}
      />
      {hasPages && <Pager totalPages={history.totalPages} currentPage={page} onChange={setPage} />}
      <PrintFooter filter={filter} />
    </>
  );
}
