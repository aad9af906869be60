import type { HistoryItem } from '@palier/shared/contracts';
import type { ExportSource } from '../csv-export/csv-collection';
import { amountCell, csvLine, textCell } from '../csv-export/csv';
import { getHistory, type HistoryQuery } from './history.api';

export type CsvColumn = readonly [title: string, cell: (item: HistoryItem) => string];

const DETAIL: readonly CsvColumn[] = [
  ['Numéro', ({ id }) => String(id)],
  ['Solde après', ({ balanceAfter }) => (balanceAfter === undefined ? '' : amountCell(balanceAfter))],
  ['Note', ({ note = '' }) => textCell(note)],
];

/** The columns of the table, then what the table shows below a row, of the rows that match the filter. */
export function historyCsv(
  query: HistoryQuery,
  fileName: string,
  tableColumns: readonly CsvColumn[],
  isWanted: (item: HistoryItem) => boolean = () => true,
): ExportSource {
  const columns = [...tableColumns, ...DETAIL];
  return {
    fileName,
    head: csvLine(columns.map(([title]) => textCell(title))),
    readPage: (page, size, signal) => getHistory(query, page, size, { signal, quiet: true }),
    isWanted,
    lineOf: (item) => csvLine(columns.map(([, cell]) => cell(item))),
  };
}
