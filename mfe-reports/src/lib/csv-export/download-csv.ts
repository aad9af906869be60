import { BYTE_ORDER_MARK } from './csv';

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
