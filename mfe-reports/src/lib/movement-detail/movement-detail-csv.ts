import type { HistoryItem } from '@palier/shared/contracts';
import { amountCell, textCell } from '../csv-export/csv';
import { messages } from './movement-detail.messages';

export const detailTitles: readonly string[] = messages.columns.map(textCell);

export const detailCells = ({ id, balanceAfter, note = '' }: HistoryItem): readonly string[] => [
  String(id),
  balanceAfter === undefined ? '' : amountCell(balanceAfter),
  textCell(note),
];
