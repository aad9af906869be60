import type { HistoryItem } from '@palier/shared/contracts';
import { formatDateTime, toDateInput } from '@palier/shared/dates';
import type { ExportSource } from '../../csv-export/collect-lines';
import { amountCell, csvLine, textCell } from '../../csv-export/csv';
import { typeLabel } from '../../transaction-type/transaction-type';
import { getOutgoingHistory } from './history.api';
import { messages } from './history.messages';
import { historyFilter } from './history.rules';

interface Exported {
  readonly targetUserId: string | undefined;
  /** The name of that account, where it is known. */
  readonly target: string | undefined;
  readonly filter: string;
}

/** The whole history as the table shows it: its columns, and the rows that its filter leaves. */
export const historyCsv = ({ targetUserId, target, filter }: Exported): ExportSource<HistoryItem> => ({
  fileName: messages.fileName(toDateInput(new Date()), target),
  head: csvLine([messages.date, messages.name, messages.type, messages.amount].map(textCell)),
  readPage: (page, size, signal) => getOutgoingHistory({ page, size, targetUserId }, { signal, quiet: true }),
  isWanted: historyFilter(filter),
  lineOf: ({ date, targetUsername, initiatorTransactionType, amount }) =>
    csvLine([
      textCell(formatDateTime(date)),
      textCell(targetUsername),
      textCell(typeLabel(initiatorTransactionType)),
      amountCell(amount),
    ]),
});
