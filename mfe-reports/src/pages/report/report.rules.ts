import { MAX_REPORT_DAYS, type Report, type ReportDay } from '@palier/shared/contracts';
import { endOfDay, startOfDay } from '@palier/shared/dates';
import type { Period } from '../../lib/period-form/period.rules';
import { amountCell, type Cell, dateCell, type Row, textCell } from '../../lib/table-export/cells';
import { tableSource } from '../../lib/table-export/row-collection';
import { messages } from './report.messages';

const rowOf = (name: Cell, { totalIn, totalOut, totalNet }: Report): Row => [
  name,
  amountCell(totalIn),
  amountCell(totalOut),
  amountCell(totalNet),
];

export const dailyReportExport = (period: Period, days: readonly ReportDay[], report: Report) =>
  tableSource(
    messages.fileName(period),
    [messages.day, messages.in, messages.out, messages.net],
    [...days.map((day) => rowOf(dateCell(day.date), day)), rowOf(textCell(messages.total), report)],
  );

/** Section 9 of docs/spec-coverage.md: from the start of the first day to 23:59:59.999 of the last. */
export const toReportQuery = ({ from, to }: Period): Period => ({
  from: startOfDay(from),
  to: endOfDay(to),
});

const DAY_MS = 86_400_000;

export const isTooLongForDays = ({ from, to }: Period): boolean =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS >= MAX_REPORT_DAYS;
