import type { SubAccount } from '@palier/shared/contracts';

/** Rows of a page (section 9 of docs/spec-coverage.md). */
export const PAGE_SIZE = 25;

/** The number of a row, counted over all pages (section 2 of docs/spec-coverage.md). `page` and `index` start at zero. */
export const runningNumber = (page: number, index: number): number => page * PAGE_SIZE + index + 1;

/** Section 2 of docs/spec-coverage.md: the pager appears only when the total is above a page. */
export const hasPager = (totalElements: number): boolean => totalElements > PAGE_SIZE;

type Order = (one: SubAccount, other: SubAccount) => number;

const byName: Order = (one, other) => one.username.localeCompare(other.username, 'fr');
const byAmount: Order = (one, other) => one.balance - other.balance;

const ORDERS = {
  '': null,
  nom: byName,
  '-nom': (one, other) => byName(other, one),
  montant: byAmount,
  '-montant': (one, other) => byAmount(other, one),
} as const satisfies Record<string, Order | null>;

export type Sort = keyof typeof ORDERS;
export const SORTS = Object.keys(ORDERS) as Sort[];

export const sortOfUrl = (text: string | null): Sort => SORTS.find((sort) => sort === text) ?? '';

export function sortRows(rows: readonly SubAccount[], sort: Sort): readonly SubAccount[] {
  const order = ORDERS[sort];
  return order === null ? rows : [...rows].sort(order);
}

export interface ListState {
  readonly page: number;
  readonly term: string;
  readonly sort: Sort;
}

export const toUrlParameters = ({ page, term, sort }: ListState): Record<string, string> => ({
  ...(page === 0 ? {} : { page: String(page + 1) }),
  ...(term === '' ? {} : { username: term }),
  ...(sort === '' ? {} : { tri: sort }),
});
