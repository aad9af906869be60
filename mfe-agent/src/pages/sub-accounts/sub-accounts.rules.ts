import type { SubAccount } from '@palier/shared/contracts';

/** Spec §9. */
export const PAGE_SIZE = 25;

/** Spec §2: No counts through the pages; `page` and `index` from zero. */
export const runningNumber = (page: number, index: number): number => page * PAGE_SIZE + index + 1;

/** Spec §2: the pager appears only when the total is above a page. */
export const hasPager = (totalElements: number): boolean => totalElements > PAGE_SIZE;

type Order = (one: SubAccount, other: SubAccount) => number;

const byName: Order = (one, other) => one.username.localeCompare(other.username, 'fr');
const byAmount: Order = (one, other) => one.balance - other.balance;

/** The orders in which the rows of a page may be shown; the server's own comes first. */
const ORDERS = {
  '': null,
  nom: byName,
  '-nom': (one, other) => byName(other, one),
  montant: byAmount,
  '-montant': (one, other) => byAmount(other, one),
} as const satisfies Record<string, Order | null>;

export type Sort = keyof typeof ORDERS;
export const SORTS = Object.keys(ORDERS) as Sort[];

/** The order that the address asks for; anything unreadable is the server's. */
export const sortOfAddress = (text: string | null): Sort => SORTS.find((sort) => sort === text) ?? '';

export function sortRows(rows: readonly SubAccount[], sort: Sort): readonly SubAccount[] {
  const order = ORDERS[sort];
  return order === null ? rows : [...rows].sort(order);
}

/** What the list shows, as its address holds it. */
export interface ListState {
  readonly page: number;
  readonly term: string;
  readonly sort: Sort;
}

/** The address of a list's state: what is at its default is left out. */
export const toAddress = ({ page, term, sort }: ListState): Record<string, string> => ({
  ...(page === 0 ? {} : { page: String(page + 1) }),
  ...(term === '' ? {} : { username: term }),
  ...(sort === '' ? {} : { tri: sort }),
});
