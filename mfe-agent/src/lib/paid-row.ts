import type { QueryClient } from '@palier/shared/query';

const PAID_ROW_KEY = ['paid-row'];

/** The account of the last movement, which the list marks when it shows next. */
export interface PaidRow {
  /** As in the address of the account. */
  readonly id: string;
  /** The address of the list. */
  readonly list: string;
  /** What the movement added to the balance of the account, in TND. */
  readonly change: number;
  /** The notice that reports the reversal of the movement; a withdrawal has none. */
  readonly reversedText?: string;
}

export const markPaidRow = (cache: QueryClient, row: PaidRow): void => {
  cache.setQueryData<PaidRow>(PAID_ROW_KEY, row);
};

/** The account to mark in the list at `list`. */
export function paidRowOf(cache: QueryClient, list: string): PaidRow | undefined {
  const row = cache.getQueryData<PaidRow>(PAID_ROW_KEY);
  return row?.list === list ? row : undefined;
}

export const forgetPaidRow = (cache: QueryClient): void => cache.removeQueries({ queryKey: PAID_ROW_KEY });
