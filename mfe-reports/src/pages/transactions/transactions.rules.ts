import type { HistoryItem } from '@palier/shared/contracts';

/** Spec §9. */
export const PAGE_SIZE = 10;

export const hasPager = (totalElements: number): boolean => totalElements > PAGE_SIZE;

/** Who made the transaction; a server may send only `targetUsername` (design §4). */
export const initiatorOf = (item: HistoryItem): string => item.initiatorUsername ?? item.targetUsername;
