import type { TableWriter } from './cells';
import { createCsvWriter } from './csv';

/** A file that an export can make. The workbook's writer is loaded when it is asked for. */
export interface TableFormat {
  readonly extension: 'csv' | 'xlsx';
  readonly createWriter: () => Promise<TableWriter>;
}

export const CSV: TableFormat = {
  extension: 'csv',
  createWriter: () => Promise.resolve(createCsvWriter()),
};
export const XLSX: TableFormat = {
  extension: 'xlsx',
  createWriter: async () => (await import('./xlsx')).createXlsxWriter(),
};

/** A browser may start to read the file some time after the click. */
const REVOKE_DELAY_MS = 60_000;

export function download(fileName: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
}
