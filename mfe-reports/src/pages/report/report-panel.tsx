import { reportSchema, type Report } from '@palier/shared/contracts';
import { formatDateTime, usePlatformDay } from '@palier/shared/dates';
import { amountColumn, DataTable, type Column } from '@palier/shared/data-table';
import { http } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { ReadFailure, useRefetchOnRevisit } from '@palier/shared/refetch-on-revisit';
import { useUser } from '@palier/shared/session';
import { Note } from '@palier/shared/page-parts';
import { PeriodRangeForm } from '../../lib/period-form/period-form';
import { onDay, type Period } from '../../lib/period-form/period.rules';
import { usePeriodInUrl } from '../../lib/period-form/use-period-in-url';
import { DailyReport } from './daily-report';
import { messages } from './report.messages';
import { toReportQuery } from './report.rules';

type ReportRow = Report & Period;

/** Shown as dashes until the report arrives, so that nothing below the row moves. */
const UNKNOWN: Report = { totalIn: NaN, totalOut: NaN, totalNet: NaN };

const columns: readonly Column<ReportRow>[] = [
  { title: messages.from, width: '26%', cell: (row) => formatDateTime(row.from) },
  { title: messages.to, width: '26%', cell: (row) => formatDateTime(row.to) },
  amountColumn(messages.in, ({ totalIn }) => totalIn, { lang: 'en', width: '16%' }),
  amountColumn(messages.out, ({ totalOut }) => totalOut, { lang: 'en', width: '16%' }),
  amountColumn(messages.net, ({ totalNet }) => totalNet, { width: '16%' }),
];

export function ReportPanel({ hasDays = false }: { readonly hasDays?: boolean }) {
  const form = usePeriodInUrl(onDay(usePlatformDay()));
  const { shown } = form;
  const {
    data: report,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['report', useUser()?.id, shown.from, shown.to],
    queryFn: ({ signal }) =>
      http.get('/transactions/report', reportSchema, { query: { ...toReportQuery(shown) }, signal }),
    meta: { failureLog: 'report not read' },
  });
  useRefetchOnRevisit(refetch);
  const hasFailed = error !== null && !isFetching;
  return (
    <>
      <PeriodRangeForm {...form} onShownAgain={refetch} />
      {hasFailed && <ReadFailure message={messages.failed} lang="en" onRetry={refetch} />}
      {!hasFailed && (
        <div data-waiting={report === undefined || undefined}>
          <DataTable
            caption={messages.title}
            columns={columns}
            rows={[{ ...(report ?? UNKNOWN), ...toReportQuery(shown) }]}
            rowKey={() => 'report'}
            emptyText={messages.empty}
            summary={report === undefined ? messages.loading : messages.shown}
          />
        </div>
      )}
      {!hasFailed && <Note>{messages.terms}</Note>}
      {hasDays && report !== undefined && !hasFailed && <DailyReport period={shown} report={report} />}
    </>
  );
}
