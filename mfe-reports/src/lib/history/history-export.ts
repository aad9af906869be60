import type { HistoryItem } from '@palier/shared/contracts';
import { amountCell, type Cell, countCell, EMPTY, textCell } from '../table-export/cells';
import type { ExportSource } from '../table-export/row-collection';
import { getHistory, type HistoryQuery } from './history.api';

export type ExportColumn = readonly [title: string, cell: (item: HistoryItem) => Cell];

const DETAIL: readonly ExportColumn[] = [
  ['Numéro', ({ id }) => countCell(id)],
  ['Solde après', ({ balanceAfter }) => (balanceAfter === undefined ? EMPTY : amountCell(balanceAfter))],
  ['Note', ({ note = '' }) => textCell(note)],
];

/** The columns of the table, then what the table shows below a row, of the rows that match the filter. */
export function historyExport(
  query: HistoryQuery,
  fileName: string,
  tableColumns: readonly ExportColumn[],
  isWanted: (item: HistoryItem) => boolean = () => true,
): ExportSource<HistoryItem> {
  const columns = [...tableColumns, ...DETAIL];
  return {
    fileName,
    titles: columns.map(([title]) => title),
    readPage: (page, size, signal) => getHistory(query, page, size, { signal, quiet: true }),
    isWanted,
    rowOf: (item) => columns.map(([, cell]) => cell(item)),
  };
}
