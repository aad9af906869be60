import type { Report, ReportDay } from '@palier/shared/contracts';
import { messages } from './report.messages';

/** What French Excel opens rightly by a double click: UTF-8 with its mark, semicolons, CRLF, decimal commas. */
const BYTE_ORDER_MARK = '\uFEFF';
const SEPARATOR = ';';
const LINE_END = '\r\n';

/** A cell of text; one that a spreadsheet would take for a formula is told to be text by a leading apostrophe. */
export function textCell(text: string): string {
  const guarded = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** A cell of an amount in TND; a number is never taken for a formula, its minus included. */
export const amountCell = (amount: number): string => amount.toFixed(2).replace('.', ',');

const lineOf = (name: string, { totalIn, totalOut, totalNet }: Report): string =>
  [textCell(name), ...[totalIn, totalOut, totalNet].map(amountCell)].join(SEPARATOR);

/** The days and their total, which is the report itself. */
export function dailyReportCsv(days: readonly ReportDay[], report: Report): string {
  const head = [messages.day, messages.in, messages.out, messages.net].map(textCell).join(SEPARATOR);
  const lines = [head, ...days.map((day) => lineOf(day.date, day)), lineOf(messages.total, report)];
  return BYTE_ORDER_MARK + lines.join(LINE_END) + LINE_END;
}
