import type { HistoryItem } from '@palier/shared/contracts';
import { amountCell, textCell } from '../csv-export/csv';
import { messages } from './movement-meta.messages';

/** The columns of a file that the table has as a note. */
export const noteTitles: readonly string[] = messages.columns.map(textCell);

export const noteCells = ({ id, balanceAfter }: HistoryItem): readonly string[] => [
  String(id),
  balanceAfter === undefined ? '' : amountCell(balanceAfter),
];
