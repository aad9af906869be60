import type { HistoryItem } from '@palier/shared/contracts';
import { amountColumn, DataTable, Pager, type Column } from '@palier/shared/data-table';
import { formatDateTime, usePlatformDay } from '@palier/shared/dates';
import { Button, Chip } from '@palier/shared/ui';
import type { HistoryQuery } from '../../lib/history/history.api';
import { historyExport, type ExportColumn } from '../../lib/history/history-export';
import { useHistoryPage } from '../../lib/history/use-history-page';
import { MovementDetail } from '../../lib/movement-detail/movement-detail';
import { PrintFooter } from '../../lib/printing/printable-report-page';
import { SelectionBar } from '../../lib/selection/selection-bar';
import { SelectionTotals } from '../../lib/selection/selection-totals';
import {
  countConditions,
  NO_SELECTION,
  selectionQuery,
  useSelectionInUrl,
} from '../../lib/selection/selection.rules';
import { amountCell, dateCell, textCell } from '../../lib/table-export/cells';
import { TableExport } from '../../lib/table-export/table-export';
import { spacedTypeLabel } from '../../lib/transaction-type';
import { messages } from './transactions.messages';
import styles from './transactions.module.css';

/** Rows of a page (section 9 of docs/spec-coverage.md). */
const PAGE_SIZE = 10;

/** The kinds of movement that others start on an account. */
const RECEIVED_KINDS = ['DEPOSIT', 'WITHDRAWAL', 'USER_CREATION', 'REVERSAL'];

/** A server may send only `targetUsername`. */
const initiatorOf = (item: HistoryItem): string => item.initiatorUsername ?? item.targetUsername;

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
const exportColumns: readonly ExportColumn[] = [
  [messages.initiator, (item) => textCell(initiatorOf(item))],
  [messages.amount, ({ amount }) => amountCell(amount)],
  [messages.type, (item) => textCell(spacedTypeLabel(item.initiatorTransactionType))],
  [messages.date, ({ date }) => dateCell(formatDateTime(date))],
];

interface IncomingTransactionsProps {
  /** False where the report above has the usual periods. */
  readonly hasPeriods: boolean;
}

export function IncomingTransactions({ hasPeriods }: IncomingTransactionsProps) {
  const today = usePlatformDay();
  const form = useSelectionInUrl();
  const query: HistoryQuery = { direction: 'incoming', selection: selectionQuery(form.selection) };
  const { page, setPage, history, hasFailed, isLoading, refetch } = useHistoryPage(query, PAGE_SIZE);
  const rows = history?.data ?? [];
  return (
    <>
      <div className={styles.tools} data-row="apart">
        <SelectionBar
          {...form}
          list="received"
          kinds={RECEIVED_KINDS}
          found={isLoading ? undefined : history?.totalElements}
          hasPeriods={hasPeriods}
        />
        <TableExport
          source={historyExport(query, messages.fileName(today), exportColumns)}
          isDisabled={hasFailed || (history?.totalElements ?? 0) === 0}
        />
      </div>
      {!isLoading && !hasFailed && <SelectionTotals history={history} of="sub-account" />}
      <DataTable
        caption={messages.title}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        detail={(item) => <MovementDetail item={item} />}
        emptyText={messages.empty}
        loadingText={isLoading ? messages.loading : undefined}
        failure={hasFailed ? { message: messages.failed, lang: 'en', onRetry: refetch } : undefined}
        nextStep={
          countConditions(form.selection) > 0 ? (
            <Button tone="quiet" onClick={() => form.select(NO_SELECTION)}>
              {messages.showAll}
            </Button>
          ) : (
            messages.nothingYet
          )
        }
        summary={messages.shown(rows.length)}
      />
      {history !== undefined && (
        <Pager totalPages={history.totalPages} currentPage={page} onChange={setPage} />
      )}
      <PrintFooter />
    </>
  );
}
