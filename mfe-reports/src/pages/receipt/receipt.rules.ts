import type { HistoryItem } from '@palier/shared/contracts';
import { formatDateTime } from '@palier/shared/dates';
import { formatAmount } from '@palier/shared/money';
import { spacedTypeLabel } from '../../lib/transaction-type';
import { messages } from './receipt.messages';

export const PAPERS = ['58 mm', '80 mm', 'A4'] as const;
export type Paper = (typeof PAPERS)[number];

export interface Line {
  readonly title: string;
  readonly text: string;
  /** Not for the person who gets the paper: the balance of the agent. */
  readonly isOwn?: true;
}

/** The lines of a receipt below its amount, as `username` reads them. */
export function receiptLines(item: HistoryItem, username: string | undefined): readonly Line[] {
  const {
    initiatorUsername,
    targetUsername,
    request,
    note,
    balanceAfter,
    targetBalanceAfter,
    reversedBy,
    reverses,
  } = item;
  const line = (title: string, text: string | undefined): Line[] =>
    text === undefined ? [] : [{ title, text }];
  return [
    ...line(messages.type, spacedTypeLabel(item.initiatorTransactionType)),
    ...line(messages.date, formatDateTime(item.date)),
    ...line(messages.initiator, initiatorUsername),
    ...line(messages.target, targetUsername === initiatorUsername ? undefined : targetUsername),
    ...line(messages.request, request === undefined ? undefined : `n°\u00a0${request}`),
    ...line(messages.note, note),
    ...line(messages.reversedBy, reversedBy === undefined ? undefined : messages.number(reversedBy)),
    ...line(messages.reverses, reverses === undefined ? undefined : messages.number(reverses)),
    ...line(
      messages.targetBalanceAfter(targetUsername),
      targetBalanceAfter === undefined ? undefined : formatAmount(targetBalanceAfter),
    ),
    ...line(messages.balanceAfter, balanceAfter === undefined ? undefined : formatAmount(balanceAfter)).map(
      (balance) => (initiatorUsername === username ? { ...balance, isOwn: true as const } : balance),
    ),
  ];
}

/** The receipt as text, for the share sheet of a phone. */
export const textToShare = (item: HistoryItem, lines: readonly Line[]): string =>
  [
    messages.house,
    messages.title(String(item.id)),
    `${messages.amount}\u00a0: ${formatAmount(item.amount)}\u00a0DT`,
    ...lines.filter(({ isOwn }) => isOwn !== true).map(({ title, text }) => `${title}\u00a0: ${text}`),
  ].join('\n');
