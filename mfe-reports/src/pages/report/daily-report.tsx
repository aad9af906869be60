import { Note } from '@palier/shared/page-parts';
import type { Report, ReportDay } from '@palier/shared/contracts';
import { amountColumn, DataTable, type Column } from '@palier/shared/data-table';
import { Button } from '@palier/shared/ui';
import { downloadCsv } from '../../lib/csv-export/download-csv';
import type { Period } from '../../lib/period-form/period.rules';
import { DailyChart } from './daily-chart';
import { dailyReportCsv } from './daily-report-csv';
import styles from './daily-report.module.css';
import { messages } from './report.messages';
import { useDailyReport } from './use-daily-report';

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

/** In, Out and Net of each day as a chart, a table and a file. Renders nothing when the days cannot be read. */
export function DailyReport({ period, report }: DailyReportProps) {
  const { days, isTooLong } = useDailyReport(period, report);
  if (isTooLong) return <Note>{messages.tooLong}</Note>;
  if (days === undefined) return null;
  return (
    <section className={styles.section} aria-label={messages.daily}>
      <div className={styles.head}>
        <h2>{messages.daily}</h2>
        <Button
          tone="quiet"
          isSmall
          onClick={() => downloadCsv(messages.fileName(period), dailyReportCsv(days, report))}
        >
          {messages.export}
        </Button>
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
