import { Note } from '@palier/shared/page-parts';
import { dailyReportSchema, type Report, type ReportDay } from '@palier/shared/contracts';
import { amountColumn, DataTable, type Column } from '@palier/shared/data-table';
import { http, isDefiniteRefusal } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { ReadFailure } from '@palier/shared/refetch-on-revisit';
import { useUser } from '@palier/shared/session';
import type { Period } from '../../lib/period-form/period.rules';
import { TableExport } from '../../lib/table-export/table-export';
import { DailyChart } from './daily-chart';
import { dailyReportExport, isTooLongForDays } from './report.rules';
import styles from './daily-report.module.css';
import { messages } from './report.messages';

const columns: readonly Column<ReportDay>[] = [
  { title: messages.day, isRowHeader: true, cell: ({ date }) => <time>{date}</time> },
  amountColumn(messages.in, ({ totalIn }) => totalIn, { lang: 'en' }),
  amountColumn(messages.out, ({ totalOut }) => totalOut, { lang: 'en' }),
  amountColumn(messages.net, ({ totalNet }) => totalNet),
];

interface DailyReportProps {
  readonly period: Period;
  readonly report: Report;
}

/**
 * In, Out and Net of each day as a chart, a table and a file, read again when the totals change. The days are
 * not in the specification, so a failure does not hide the report.
 */
export function DailyReport({ period, report }: DailyReportProps) {
  const { from, to } = period;
  const isTooLong = isTooLongForDays(period);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['report-days', useUser()?.id, from, to, report],
    queryFn: ({ signal }) =>
      http.get('/transactions/report/days', dailyReportSchema, { query: { from, to }, signal, quiet: true }),
    enabled: !isTooLong,
    meta: { failureLog: 'daily report not read' },
  });
  if (isTooLong) return <Note>{messages.tooLong}</Note>;
  // A server without this call refuses it each time.
  if (error !== null && !isFetching && !isDefiniteRefusal(error))
    return <ReadFailure message={messages.daysFailed} onRetry={refetch} />;
  if (error !== null || data === undefined) return null;
  const { days } = data;
  return (
    <section className={styles.section} aria-label={messages.daily}>
      <div className={styles.head} data-row="apart">
        <h2>{messages.daily}</h2>
        <TableExport source={dailyReportExport(period, days, report)} />
      </div>
      <DailyChart days={days} label={messages.chartLabel(period)} />
      <details className={styles.details}>
        <summary>{messages.details}</summary>
        <DataTable
          caption={messages.daily}
          columns={columns}
          rows={days}
          rowKey={({ date }) => date}
          emptyText={messages.empty}
        />
      </details>
    </section>
  );
}
