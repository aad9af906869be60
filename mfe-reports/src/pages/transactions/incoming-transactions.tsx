import { RefetchButton } from '@palier/shared/refetch-on-revisit';
import { Pager } from '@palier/shared/data-table';
import { ErrorBox } from '@palier/shared/ui';
import { CsvExport } from '../../lib/csv-export/csv-export';
import { PrintedFor } from '../../lib/printing/print-footer';
import { transactionsCsv } from './transactions-csv';
import { TransactionsTable } from './transactions-table';
import { messages } from './transactions.messages';
import { hasPager } from './transactions.rules';
import { useTransactions } from './use-transactions';

/** What others have given to the current user, and taken back. */
export function Incoming() {
  const { page, setPage, history, hasFailed, isLoading, readAgain } = useTransactions();
  return (
    <>
      <CsvExport source={transactionsCsv()} isDisabled={hasFailed || (history?.totalElements ?? 0) === 0} />
      {hasFailed && (
        <>
          <div lang="en">
            <ErrorBox message={messages.failed} />
          </div>
          <div>
            <RefetchButton onPress={readAgain} />
          </div>
        </>
      )}
      {!hasFailed && <TransactionsTable rows={history?.data ?? []} isLoading={isLoading} />}
      {history !== undefined && hasPager(history.totalElements) && (
        <Pager totalPages={history.totalPages} currentPage={page} onChange={setPage} />
      )}
      <PrintedFor />
    </>
  );
}
