import type { NetworkReport } from '@palier/shared/contracts';
import { amountCell, csvLine, textCell } from '../../lib/csv-export/csv';
import { amountFields, rowsOf, totalOf } from './network.columns';
import { messages } from './network.messages';

export function networkCsv(network: NetworkReport): string[] {
  const fields = amountFields(network);
  return [
    csvLine([messages.name, ...fields.map((field) => messages[field]), messages.activePlayers].map(textCell)),
    ...[...rowsOf(network), totalOf(network)].map((row) =>
      csvLine([
        textCell(row.name),
        ...fields.map((field) => amountCell(row[field])),
        String(row.activePlayers),
      ]),
    ),
  ];
}
