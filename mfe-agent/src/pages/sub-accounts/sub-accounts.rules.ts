/** Rows of a page (section 9 of docs/spec-coverage.md). */
export const PAGE_SIZE = 25;

/**
 * The number of a row, counted over all pages (section 2 of docs/spec-coverage.md). `page` and `index` start
 * at zero.
 */
export const runningNumber = (page: number, index: number): number => page * PAGE_SIZE + index + 1;

/** The orders in the address, with what the server is asked for. */
const ORDERS = {
  '': {},
  '-creation': { sort: 'created', order: 'desc' },
  nom: { sort: 'name' },
  '-nom': { sort: 'name', order: 'desc' },
  montant: { sort: 'balance' },
  '-montant': { sort: 'balance', order: 'desc' },
  '-mouvement': { sort: 'moved', order: 'desc' },
  mouvement: { sort: 'moved' },
} as const;
const STATES = { '': {}, actifs: { active: 'true' }, inactifs: { active: 'false' } } as const;

export type Sort = keyof typeof ORDERS;
export type AccountState = keyof typeof STATES;
export const SORTS = Object.keys(ORDERS) as Sort[];
export const ACCOUNT_STATES = Object.keys(STATES) as AccountState[];

export const sortOfUrl = (text: string | null): Sort => SORTS.find((sort) => sort === text) ?? '';
export const stateOfUrl = (text: string | null): AccountState =>
  ACCOUNT_STATES.find((state) => state === text) ?? '';

export interface ListState {
  readonly page: number;
  readonly term: string;
  readonly sort: Sort;
  readonly state: AccountState;
}

export const toQuery = ({ page, sort, state }: ListState): Record<string, string | number> => ({
  page,
  size: PAGE_SIZE,
  ...ORDERS[sort],
  ...STATES[state],
});

export const toUrlParameters = ({ page, term, sort, state }: ListState): Record<string, string> => ({
  ...(page === 0 ? {} : { page: String(page + 1) }),
  ...(term === '' ? {} : { username: term }),
  ...(sort === '' ? {} : { tri: sort }),
  ...(state === '' ? {} : { etat: state }),
});
