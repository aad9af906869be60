import type { Report } from '@palier/shared/contracts';
import { formatDateTime } from '@palier/shared/dates';
import { amountColumn, DataTable, type Column } from '@palier/shared/data-table';
import { ErrorBox } from '@palier/shared/ui';
import { PeriodRangeForm } from '../../lib/period-form/period-range-form';
import type { Period } from '../../lib/period-form/period.rules';
import { DailyReport } from './daily-report';
import { messages } from './report.messages';
import { toReportQuery } from './report.rules';
import { useReport } from './use-report';

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

interface ReportPanelProps {
  readonly hasDays?: boolean;
}

export function ReportPanel({ hasDays = false }: ReportPanelProps) {
  const { period, setPeriod, shown, show, report, hasFailed } = useReport();
  return (
    <>
      <PeriodRangeForm period={period} shown={shown} onChange={setPeriod} onShow={show} />
      {hasFailed && (
        <div lang="en">
          <ErrorBox message={messages.failed} />
        </div>
      )}
      {!hasFailed && (
        <DataTable
          caption={messages.title}
          columns={columns}
          rows={[{ ...(report ?? UNKNOWN), ...toReportQuery(shown) }]}
          rowKey={() => 'report'}
          emptyText={messages.empty}
          summary={report === undefined ? messages.loading : messages.shown}
        />
      )}
      {hasDays && report !== undefined && !hasFailed && <DailyReport period={shown} report={report} />}
    </>
  );
}
