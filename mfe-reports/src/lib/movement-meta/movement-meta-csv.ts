import type { HistoryItem } from '@palier/shared/contracts';
import { amountCell, textCell } from '../csv-export/csv';
import { messages } from './movement-meta.messages';

export const metaTitles: readonly string[] = messages.columns.map(textCell);

export const metaCells = ({ id, balanceAfter }: HistoryItem): readonly string[] => [
  String(id),
  balanceAfter === undefined ? '' : amountCell(balanceAfter),
];
