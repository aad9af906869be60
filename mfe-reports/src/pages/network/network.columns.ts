import type { NetworkFigures, NetworkReport } from '@palier/shared/contracts';
import { amountCell, csvLine, textCell } from '../../lib/csv-export/csv';
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

export type AmountField = Exclude<keyof NetworkFigures, 'activePlayers'>;

const EXCHANGED: readonly AmountField[] = ['received', 'returned', 'settlement'];
const PLAYED: readonly AmountField[] = [
  'deposits',
  'withdrawals',
  'net',
  'stakes',
  'wins',
  'grossGamingRevenue',
];

export interface NetworkRow extends NetworkFigures {
  readonly key: string | number;
  readonly name: string;
  /** Set for an agent, whose network can be opened. */
  readonly agentId?: number;
}

/** The players of an admin are its sub-accounts, and what both exchange is what is deposited and withdrawn. */
export const hasAgentsBelow = ({ path }: NetworkReport): boolean => path.at(-1)?.roleName !== 'ROLE_ADMIN';

export const amountFields = (network: NetworkReport): readonly AmountField[] => [
  ...(hasAgentsBelow(network) ? EXCHANGED : []),
  ...PLAYED,
  ...(network.whole.jackpotPrizes === 0 ? [] : (['jackpotPrizes'] as const)),
];

export function rowsOf({ subAccounts, others }: NetworkReport): readonly NetworkRow[] {
  const rows = subAccounts.map(({ id, username, roleName, ...figures }): NetworkRow => ({
    key: id,
    name: username,
    ...figures,
    ...(roleName === 'ROLE_CLIENT' ? {} : { agentId: id }),
  }));
  return others === null
    ? rows
    : [...rows, { key: 'others', name: messages.others(others.count), ...others }];
}

export const totalOf = ({ whole }: NetworkReport): NetworkRow => ({
  key: 'total',
  name: messages.total,
  ...whole,
});
