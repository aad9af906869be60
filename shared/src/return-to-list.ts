/**
 * Not a singleton: each remote bundles its own copy. Links back to the sub-account list with the list's page,
 * search and order: the list is in the agent's remote, the history of an account in the reports remote.
 */
import { useLocation } from '@palier/shared/router';
import { useState } from 'react';

const LIST_PATH = '/admin';

/**
 * State of a link from the list; `search` is the query string of the list, `username` the account of the row.
 */
export const subAccountLinkState = (search: string, username?: string) => ({
  subAccountList: search,
  username,
});

interface ReturnToList {
  /** Address of the list; without a query when the screen was opened by its address. */
  readonly address: string;
  /** The account of the row; undefined when the screen was opened by its address. */
  readonly username: string | undefined;
  /** State for links to further screens, so that these screens lead back to the list too. */
  readonly state: unknown;
}

/**
 * The state of the list from which the screen was opened; paging or filtering on the screen does not change
 * the state.
 */
export function useReturnToList(): ReturnToList {
  const { state: present } = useLocation() as { readonly state: unknown };
  const [state] = useState(present);
  const { subAccountList: search = '', username } = Object(state) as Partial<Record<string, unknown>>;
  return {
    address: typeof search === 'string' ? LIST_PATH + search : LIST_PATH,
    username: typeof username === 'string' ? username : undefined,
    state,
  };
}
