/** The CSV dialect of a French Excel: UTF-8 with a byte order mark, semicolons, CRLF and decimal commas. */
export const BYTE_ORDER_MARK = '\uFEFF';
const SEPARATOR = ';';
const LINE_END = '\r\n';

/** A leading apostrophe keeps a spreadsheet from running text as a formula. */
export function textCell(text: string): string {
  const guarded = /^[=+\-@＝＋－＠\t\r\n]/.test(text) ? `'${text}` : text;
  return /[";\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** An amount in TND with all its micro-dinars, so that a column has the ledger's sum. */
export const amountCell = (amount: number): string =>
  amount
    .toFixed(6)
    .replace(/0{1,4}$/, '')
    .replace('.', ',');

export const csvLine = (cells: readonly string[]): string => cells.join(SEPARATOR) + LINE_END;

/** A browser may start to read the file some time after the click. */
const REVOKE_DELAY_MS = 60_000;

export function downloadCsv(fileName: string, lines: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, ...lines], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
}
