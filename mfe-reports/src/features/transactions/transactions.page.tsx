import { ErrorBox, Page, Pager } from '@palier/shared/ui';
import type { ReactNode } from 'react';
import { CsvExport } from '../../csv-export/csv-export';
import { PrintedFor } from '../../printing/printed-for';
import { transactionsCsv } from './transactions-csv';
import { TransactionsTable } from './transactions-table';
import { messages } from './transactions.messages';
import { hasPager } from './transactions.rules';
import { useTransactions } from './use-transactions';

/** `report` is the report's own panel, put here by the routes: a feature never imports another. */
export function TransactionsPage({ report }: { readonly report: ReactNode }) {
  const { page, setPage, history, hasFailed, isLoading } = useTransactions();
  return (
    <Page title={messages.title}>
      {report}
      <CsvExport source={transactionsCsv()} isDisabled={hasFailed || (history?.totalElements ?? 0) === 0} />
      {hasFailed && (
        <div lang="en">
          <ErrorBox message={messages.failed} />
        </div>
      )}
      {!hasFailed && <TransactionsTable rows={history?.data ?? []} isLoading={isLoading} />}
      {history !== undefined && hasPager(history.totalElements) && (
        <Pager totalPages={history.totalPages} currentPage={page} onChange={setPage} />
      )}
      <PrintedFor />
    </Page>
  );
}
