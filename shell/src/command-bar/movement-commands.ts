import type { HistoryItem, Role } from '@palier/shared/contracts';
import { formatDateTime } from '@palier/shared/dates';
import { formatAmount } from '@palier/shared/money';
import { selectionParameters } from './account-commands';
import type { Command } from './command';
import { messages } from './command-bar.messages';
import { daysText } from './typed-period';
import type { TransferKind, TypedText } from './typed-text';

/** Movements of a round, which lead to the round. */
export const ROUND_KINDS: readonly string[] = ['BET', 'WIN', 'JACKPOT_WIN', 'ROLLBACK'];

/**
 * Commands that open the user's movements with the typed amount, kind and days; none when the text has a name
 * or none of the three.
 */
export function selectionCommands(typed: TypedText, role: Role): Command[] {
  const { name, amount, amountFault, kind, period } = typed;
  if (name !== '' || (amount === null && kind === null && period === null)) return [];
  // A fault other than a text that may mean two amounts concerns payments only.
  if (amountFault !== null && amount === null) return [];
  const isAnyKind = kind === null && amount !== null && role !== 'ROLE_CLIENT';
  const kinds: readonly (TransferKind | null)[] = isAnyKind ? [null, 'DEPOSIT', 'WITHDRAWAL'] : [kind];
  return kinds.map((wanted) => ({
    to: `/history?${selectionParameters({ period, amount, kind: wanted }).toString()}`,
    title: messages.movements(wanted, amount, period?.label),
    detail: period === null ? '' : daysText(period),
  }));
}

/** The movement with the typed number, unless it is one of a round. */
export function movementCommand(item: HistoryItem | null, username: string | undefined): Command[] {
  if (item === null || ROUND_KINDS.includes(item.initiatorTransactionType)) return [];
  const { id, date, amount, targetUsername, initiatorUsername } = item;
  return [
    {
      to: initiatorUsername === username ? `/history?numero=${id}` : `/receipt/${id}`,
      title: messages.movement(id),
      detail: [targetUsername, `${formatAmount(amount)}\u00a0DT`, formatDateTime(date)].join(' · '),
      isNamed: true,
    },
  ];
}
