import type { NetworkFigures, NetworkReport } from '@palier/shared/contracts';
import { amountCell, countCell, EMPTY, textCell } from '../../lib/table-export/cells';
import { tableSource } from '../../lib/table-export/row-collection';
import { messages } from './network.messages';

export type Field = keyof NetworkFigures;
export type AmountField = Exclude<Field, 'activePlayers'>;

export interface NetworkRow extends NetworkFigures {
  readonly key: string | number;
  readonly name: string;
  /** Absent for the rows that sum up several accounts. */
  readonly account?: { readonly id: number; readonly isAgent: boolean };
  /** Of an agent's own answers to requests; absent for the rows that sum up several accounts. */
  readonly answers?: number | undefined;
  readonly averageWaitS?: number | null | undefined;
  /** The key figure of the period before; undefined while it is read. */
  readonly before: number | undefined;
}

export interface Order {
  readonly by: 'name' | 'before' | Field;
  readonly direction: 'ascending' | 'descending';
}

export const BY_NAME: Order = { by: 'name', direction: 'ascending' };

/** Names from A, figures from the largest. */
export const firstOrder = (by: Order['by']): Order => ({
  by,
  direction: by === 'name' ? 'ascending' : 'descending',
});

/** The present order reversed, or another one. */
export function nextOrder(order: Order, by: Order['by']): Order {
  if (order.by !== by) return firstOrder(by);
  return { by, direction: order.direction === 'ascending' ? 'descending' : 'ascending' };
}

/**
 * The players of an admin are its sub-accounts, and what both exchange is what is added and withdrawn.
 */
export const hasAgentsBelow = ({ path }: NetworkReport): boolean => path.at(-1)?.roleName !== 'ROLE_ADMIN';

/** The figure by which agents settle, which a phone shows without a touch. */
export const mainAmountFieldOf = (network: NetworkReport): AmountField =>
  hasAgentsBelow(network) ? 'settlement' : 'net';

const EXCHANGED: readonly AmountField[] = ['received', 'returned', 'settlement'];
const WITH_PLAYERS: readonly AmountField[] = ['deposits', 'withdrawals', 'net'];
const PLAYED: readonly AmountField[] = ['stakes', 'wins', 'grossGamingRevenue'];

const ORDERS: readonly Order['by'][] = [
  'name',
  'before',
  ...EXCHANGED,
  ...WITH_PLAYERS,
  ...PLAYED,
  'jackpotPrizes',
  'activePlayers',
];

/** The order in the address: the name of a figure, after a minus from the largest. */
export function orderOfUrl(text: string | null): Order {
  const by = ORDERS.find((one) => one === text?.replace(/^-/, ''));
  if (by === undefined) return BY_NAME;
  return { by, direction: text?.startsWith('-') === true ? 'descending' : 'ascending' };
}

/** Empty for the order by name, which the address does not state. */
export const orderToUrl = ({ by, direction }: Order): string => {
  if (direction === 'descending') return `-${by}`;
  return by === BY_NAME.by ? '' : by;
};

export const amountFields = (network: NetworkReport): readonly AmountField[] => [
  ...(hasAgentsBelow(network) ? EXCHANGED : []),
  ...WITH_PLAYERS,
  ...PLAYED,
  ...(network.whole.jackpotPrizes === 0 ? [] : (['jackpotPrizes'] as const)),
];

/** The title of a column. Without agents below, what players get is all that is added. */
export function titleOf(network: NetworkReport, field: Field): string {
  if (field !== 'deposits' && field !== 'withdrawals' && field !== 'net') return messages[field];
  if (hasAgentsBelow(network)) return messages.ofPlayers[field];
  return { deposits: messages.received, withdrawals: messages.returned, net: messages.net }[field];
}

/** The sub-accounts in the order that the user chose, then the row that sums up all others. */
export function networkRows(
  network: NetworkReport,
  before: NetworkReport | undefined,
  order: Order,
): readonly NetworkRow[] {
  const mainField = mainAmountFieldOf(network);
  const beforeOf = new Map(before?.subAccounts.map((line) => [line.id, line[mainField]]));
  const rows = network.subAccounts.map(({ id, username, roleName, ...figures }): NetworkRow => ({
    key: id,
    name: username,
    ...figures,
    account: { id, isAgent: roleName !== 'ROLE_CLIENT' },
    before: before === undefined ? undefined : (beforeOf.get(id) ?? 0),
  }));
  const sign = order.direction === 'ascending' ? 1 : -1;
  const sorted = [...rows].sort((one, other) => sign * compare(one, other, order.by));
  const { others } = network;
  if (others === null) return sorted;
  const { count, ...figures } = others;
  const rest = { key: 'others', name: messages.others(count), ...figures };
  return [...sorted, { ...rest, before: before?.others?.[mainField] }];
}

function compare(one: NetworkRow, other: NetworkRow, by: Order['by']): number {
  const byName = one.name.localeCompare(other.name, 'fr', { numeric: true });
  return by === 'name' ? byName : (one[by] ?? 0) - (other[by] ?? 0) || byName;
}

export const totalOf = (network: NetworkReport, before: NetworkReport | undefined): NetworkRow => ({
  key: 'total',
  name: messages.total,
  ...network.whole,
  before: before?.whole[mainAmountFieldOf(network)],
});

const optionalCount = (count: number | null | undefined) => (count == null ? EMPTY : countCell(count));

/** Every column and row of the table, in the order of names. */
export function networkExport(network: NetworkReport, before: NetworkReport | undefined) {
  const fields = amountFields(network);
  const titles = [
    messages.name,
    ...fields.map((field) => titleOf(network, field)),
    messages.activePlayers,
    ...(hasAgentsBelow(network) ? [messages.answers, messages.waitSeconds] : []),
    ...(before === undefined
      ? []
      : [`${titleOf(network, mainAmountFieldOf(network))} ${before.from} ${before.to}`]),
  ];
  const rows = [...networkRows(network, before, BY_NAME), totalOf(network, before)].map((row) => [
    textCell(row.name),
    ...fields.map((field) => amountCell(row[field])),
    countCell(row.activePlayers),
    ...(hasAgentsBelow(network) ? [optionalCount(row.answers), optionalCount(row.averageWaitS)] : []),
    ...(before === undefined ? [] : [row.before === undefined ? EMPTY : amountCell(row.before)]),
  ]);
  return tableSource(messages.fileName(network.path.at(-1)?.username ?? '', network), titles, rows);
}
