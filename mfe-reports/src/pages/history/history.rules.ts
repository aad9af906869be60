import type { HistoryItem } from '@palier/shared/contracts';
import { typeLabel } from '../../lib/transaction-type';

/** Spec §9. */
export const PAGE_SIZE = 25;

export const hasPager = (totalElements: number): boolean => totalElements > PAGE_SIZE;

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** Spec §2: the text filter on name and type, as they are shown; case and accents do not matter. */
export function historyFilter(text: string): (item: HistoryItem) => boolean {
  const wanted = fold(text.trim());
  return (item) =>
    wanted === '' ||
    [item.targetUsername, typeLabel(item.initiatorTransactionType)].some((shown) =>
      fold(shown).includes(wanted),
    );
}
