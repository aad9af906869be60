import { formatDateTime, toDateInput } from '@palier/shared/dates';
import type { ExportSource } from '../../lib/csv-export/csv-collection';
import { amountCell, csvLine, textCell } from '../../lib/csv-export/csv';
import { detailCells, detailTitles } from '../../lib/movement-detail/movement-detail-csv';
import type { SelectionQuery } from '../../lib/selection/selection.rules';
import { typeLabel } from '../../lib/transaction-type';
import { getOutgoingHistory } from './history.api';
import { messages } from './history.messages';
import { historyFilter } from './history.rules';

interface Exported {
  readonly targetUserId: string | undefined;
  readonly target: string | undefined;
  readonly filter: string;
  readonly selection: SelectionQuery;
}

/** The columns of the table, the movement's number and balance in columns of their own, and the rows that match the filter. */
export const historyCsv = ({ targetUserId, target, filter, selection }: Exported): ExportSource => ({
  fileName: messages.fileName(toDateInput(new Date()), target),
  head: csvLine([
    ...[messages.date, messages.name, messages.type, messages.amount].map(textCell),
    ...detailTitles,
  ]),
  readPage: (page, size, signal) =>
    getOutgoingHistory({ page, size, targetUserId, selection }, { signal, quiet: true }),
  isWanted: historyFilter(filter),
  lineOf: (item) =>
    csvLine([
      textCell(formatDateTime(item.date)),
      textCell(item.targetUsername),
      textCell(typeLabel(item.initiatorTransactionType)),
      amountCell(item.amount),
      ...detailCells(item),
    ]),
});
