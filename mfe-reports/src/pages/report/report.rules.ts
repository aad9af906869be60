import { MAX_REPORT_DAYS, type Report, type ReportDay } from '@palier/shared/contracts';
import { endOfDay, startOfDay } from '@palier/shared/dates';
import { amountCell, csvLine, textCell } from '../../lib/csv-export/csv';
import type { Period } from '../../lib/period-form/period.rules';
import { messages } from './report.messages';

const lineOf = (name: string, { totalIn, totalOut, totalNet }: Report): string =>
  csvLine([textCell(name), ...[totalIn, totalOut, totalNet].map(amountCell)]);

export const dailyReportCsv = (days: readonly ReportDay[], report: Report): string[] => [
  csvLine([messages.day, messages.in, messages.out, messages.net].map(textCell)),
  ...days.map((day) => lineOf(day.date, day)),
  lineOf(messages.total, report),
];

/** Section 9 of docs/spec-coverage.md: from the start of the first day to 23:59:59.999 of the last. */
export const toReportQuery = ({ from, to }: Period): Period => ({
  from: startOfDay(from),
  to: endOfDay(to),
});

const DAY_MS = 86_400_000;

export const isTooLongForDays = ({ from, to }: Period): boolean =>
  (Date.parse(to) - Date.parse(from)) / DAY_MS >= MAX_REPORT_DAYS;
