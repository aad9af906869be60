import type { HistoryItem } from '@palier/shared/contracts';
import { formatDateTime } from '@palier/shared/dates';
import { formatAmount } from '@palier/shared/money';
import { subAccountLinkState } from '@palier/shared/return-to-list';
import type { Command } from './command';
import { messages } from './command-bar.messages';

const MAX_PAYEES = 5;

/** The sign of the amount as the sub-account sees it. */
const SIGNS: Readonly<Record<string, string>> = { DEPOSIT: '+', USER_CREATION: '+', WITHDRAWAL: '−' };

/** The accounts of the last movements, newest first; each opens the form of a deposit. */
export function payeeCommands(movements: readonly HistoryItem[]): Command[] {
  const payees = new Map<number, HistoryItem>();
  for (const item of movements) {
    const { targetUserId, initiatorTransactionType: kind } = item;
    if (typeof targetUserId === 'number' && Object.hasOwn(SIGNS, kind) && !payees.has(targetUserId))
      payees.set(targetUserId, item);
  }
  return [...payees].slice(0, MAX_PAYEES).map(([id, item]) => ({
    to: `/refund/${id}`,
    state: subAccountLinkState(`?username=${encodeURIComponent(item.targetUsername)}`, item.targetUsername),
    title: messages.payee(item.targetUsername),
    detail: messages.lastMovement(
      SIGNS[item.initiatorTransactionType] ?? '',
      formatAmount(item.amount),
      formatDateTime(item.date),
    ),
    needsChoice: true,
  }));
}
