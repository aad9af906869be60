import { formatDateTime, toDateInput } from '@palier/shared/dates';
import type { ExportSource } from '../../lib/csv-export/csv-collection';
import { amountCell, csvLine, textCell } from '../../lib/csv-export/csv';
import { detailCells, detailTitles } from '../../lib/movement-detail/movement-detail-csv';
import type { SelectionQuery } from '../../lib/selection/selection.rules';
import { spacedTypeLabel } from '../../lib/transaction-type';
import { getIncomingHistory } from './transactions.api';
import { messages } from './transactions.messages';
import { initiatorOf } from './transactions.rules';

export const transactionsCsv = (selection: SelectionQuery): ExportSource => ({
  fileName: messages.fileName(toDateInput(new Date())),
  head: csvLine([
    ...[messages.initiator, messages.amount, messages.type, messages.date].map(textCell),
    ...detailTitles,
  ]),
  readPage: (page, size, signal) => getIncomingHistory(page, selection, { size, signal, quiet: true }),
  isWanted: () => true,
  lineOf: (item) =>
    csvLine([
      textCell(initiatorOf(item)),
      amountCell(item.amount),
      textCell(spacedTypeLabel(item.initiatorTransactionType)),
      textCell(formatDateTime(item.date)),
      ...detailCells(item),
    ]),
});
