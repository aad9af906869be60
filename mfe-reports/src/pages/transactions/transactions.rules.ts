import type { HistoryItem } from '@palier/shared/contracts';

/** Rows of a page (section 9 of docs/spec-coverage.md). */
export const PAGE_SIZE = 10;

/** The kinds of movement that an account receives. */
export const RECEIVED_KINDS = ['DEPOSIT', 'WITHDRAWAL', 'USER_CREATION', 'REVERSAL'];

export const hasPager = (totalElements: number): boolean => totalElements > PAGE_SIZE;

/** A server may send only `targetUsername`. */
export const initiatorOf = (item: HistoryItem): string => item.initiatorUsername ?? item.targetUsername;
