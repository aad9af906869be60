import { RefetchButton } from '@palier/shared/refetch-on-revisit';
import { Pager } from '@palier/shared/data-table';
import { ErrorBox } from '@palier/shared/ui';
import { CsvExport } from '../../lib/csv-export/csv-export';
import { PrintFooter } from '../../lib/printing/print-footer';
import { SelectionForm } from '../../lib/selection/selection-form';
import { SelectionTotals } from '../../lib/selection/selection-totals';
import { selectionQuery } from '../../lib/selection/selection.rules';
import { useSelectionInUrl } from '../../lib/selection/use-selection-in-url';
import { useHistoryPage } from '../../lib/use-history-page';
import { getIncomingHistory } from './transactions.api';
import { transactionsCsv } from './transactions-csv';
import { TransactionsTable } from './transactions-table';
import { messages } from './transactions.messages';
import { hasPager, RECEIVED_KINDS } from './transactions.rules';

export function IncomingTransactions() {
  const form = useSelectionInUrl();
  const selection = selectionQuery(form.selection);
  const { page, setPage, history, hasFailed, isLoading, refetch } = useHistoryPage(
    'incoming history',
    selection,
    (wanted, signal) => getIncomingHistory(wanted, selection, { signal }),
  );
  return (
    <>
      <SelectionForm {...form} kinds={RECEIVED_KINDS} hasPeriods={false} />
      <CsvExport
        source={transactionsCsv(selection)}
        isDisabled={hasFailed || (history?.totalElements ?? 0) === 0}
      />
      {hasFailed && (
        <>
          <div lang="en">
            <ErrorBox message={messages.failed} />
          </div>
          <div>
            <RefetchButton onPress={refetch} />
          </div>
        </>
      )}
      {!hasFailed && !isLoading && <SelectionTotals history={history} />}
      {!hasFailed && <TransactionsTable rows={history?.data ?? []} isLoading={isLoading} />}
      {history !== undefined && hasPager(history.totalElements) && (
        <Pager totalPages={history.totalPages} currentPage={page} onChange={setPage} />
      )}
      <PrintFooter />
    </>
  );
}
