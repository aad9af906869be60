import type { Report, ReportDay } from '@palier/shared/contracts';
import { amountCell, csvLine, textCell } from '../../lib/csv-export/csv';
import { messages } from './report.messages';

const lineOf = (name: string, { totalIn, totalOut, totalNet }: Report): string =>
  csvLine([textCell(name), ...[totalIn, totalOut, totalNet].map(amountCell)]);

export const dailyReportCsv = (days: readonly ReportDay[], report: Report): string[] => [
  csvLine([messages.day, messages.in, messages.out, messages.net].map(textCell)),
  ...days.map((day) => lineOf(day.date, day)),
  lineOf(messages.total, report),
];
