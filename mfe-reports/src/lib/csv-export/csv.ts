/** What French Excel opens rightly by a double click: UTF-8 with its mark, semicolons, CRLF, decimal commas. */
export const BYTE_ORDER_MARK = '\uFEFF';
const SEPARATOR = ';';
const LINE_END = '\r\n';

/** A cell of text; one that a spreadsheet would take for a formula is told to be text by a leading apostrophe. */
export function textCell(text: string): string {
  const guarded = /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/**
 * A cell of an amount in TND, to its last micro-dinar, so that a column sums up as the ledger does. A number is never
 * taken for a formula, its minus included.
 */
export const amountCell = (amount: number): string =>
  amount
    .toFixed(6)
    .replace(/0{1,4}$/, '')
    .replace('.', ',');

/** One line of the file. */
export const csvLine = (cells: readonly string[]): string => cells.join(SEPARATOR) + LINE_END;
