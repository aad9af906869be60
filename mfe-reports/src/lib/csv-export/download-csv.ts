import { BYTE_ORDER_MARK } from './csv';

/** A browser may begin to read the file a moment after the click. */
const KEPT_FOR_MS = 60_000;

/** Hands `lines`, each with its end, to the browser as a CSV file to keep. */
export function downloadCsv(fileName: string, lines: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, ...lines], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_FOR_MS);
}
