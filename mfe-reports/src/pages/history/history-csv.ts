import { formatDateTime, toDateInput } from '@palier/shared/dates';
import type { ExportSource } from '../../lib/csv-export/csv-collection';
import { amountCell, csvLine, textCell } from '../../lib/csv-export/csv';
import { noteCells, noteTitles } from '../../lib/movement-meta/movement-meta-csv';
import { typeLabel } from '../../lib/transaction-type';
import { getOutgoingHistory } from './history.api';
import { messages } from './history.messages';
import { historyFilter } from './history.rules';

interface Exported {
  readonly targetUserId: string | undefined;
  /** The name of that account, where it is known. */
  readonly target: string | undefined;
  readonly filter: string;
}

/** The whole history as the table shows it: its columns, each row's note in columns of its own, and the rows that its filter leaves. */
export const historyCsv = ({ targetUserId, target, filter }: Exported): ExportSource => ({
  fileName: messages.fileName(toDateInput(new Date()), target),
  head: csvLine([
    ...[messages.date, messages.name, messages.type, messages.amount].map(textCell),
    ...noteTitles,
  ]),
  readPage: (page, size, signal) => getOutgoingHistory({ page, size, targetUserId }, { signal, quiet: true }),
  isWanted: historyFilter(filter),
  lineOf: (item) =>
    csvLine([
      textCell(formatDateTime(item.date)),
      textCell(item.targetUsername),
      textCell(typeLabel(item.initiatorTransactionType)),
      amountCell(item.amount),
      ...noteCells(item),
    ]),
});
