import { RefetchButton } from '@palier/shared/refetch-on-revisit';
import { Pager } from '@palier/shared/data-table';
import { ErrorBox } from '@palier/shared/ui';
import { CsvExport } from '../../lib/csv-export/csv-export';
import { PrintFooter } from '../../lib/printing/print-footer';
import { useHistoryPage } from '../../lib/use-history-page';
import { getIncomingHistory } from './transactions.api';
import { transactionsCsv } from './transactions-csv';
import { TransactionsTable } from './transactions-table';
import { messages } from './transactions.messages';
import { hasPager } from './transactions.rules';

export function IncomingTransactions() {
  const { page, setPage, history, hasFailed, isLoading, refetch } = useHistoryPage(
    'incoming history',
    undefined,
    (wanted, signal) => getIncomingHistory(wanted, { signal }),
  );
  return (
    <>
      <CsvExport source={transactionsCsv()} isDisabled={hasFailed || (history?.totalElements ?? 0) === 0} />
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
      {!hasFailed && <TransactionsTable rows={history?.data ?? []} isLoading={isLoading} />}
      {history !== undefined && hasPager(history.totalElements) && (
        <Pager totalPages={history.totalPages} currentPage={page} onChange={setPage} />
      )}
      <PrintFooter />
    </>
  );
}
