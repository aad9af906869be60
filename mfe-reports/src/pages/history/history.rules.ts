import type { HistoryItem } from '@palier/shared/contracts';
import { foldText } from '@palier/shared/fold-text';
import { typeLabel } from '../../lib/transaction-type';

/** Rows of a page (section 9 of docs/spec-coverage.md). */
export const PAGE_SIZE = 25;

/** The kinds of movement that an agent initiates. */
export const AGENT_KINDS = [
  'DEPOSIT',
  'WITHDRAWAL',
  'USER_CREATION',
  'REVERSAL',
  'DEPOSIT_CORRECTION',
  'WITHDRAWAL_CORRECTION',
];

/**
 * Section 2 of docs/spec-coverage.md: the text filter on name and type as they are shown, without regard to
 * case and accents.
 */
export function historyFilter(text: string): (item: HistoryItem) => boolean {
  const wanted = foldText(text.trim());
  return (item) =>
    wanted === '' ||
    [item.targetUsername, typeLabel(item.initiatorTransactionType)].some((shown) =>
      foldText(shown).includes(wanted),
    );
}
