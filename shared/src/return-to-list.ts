import { useLocation } from '@palier/shared/router';
import { useState } from 'react';

/**
 * The way back to the sub-account list as it was left (page, search, order). The agent's remote has the list, the reports remote the
 * history of an account that is opened from it. Not a singleton, like the journal (docs/architecture.md).
 */
const LIST_PATH = '/admin';

/** State of a link that leaves the list; `search` is the list's query string, `username` the account it is about, if any. */
export const returnState = (search: string, username?: string) => ({ subAccountList: search, username });

interface ReturnToList {
  /** Where the way back leads: the bare list when the screen was opened by its address. */
  readonly address: string;
  /** The account whose row was followed; undefined when the screen was opened by its address. */
  readonly username: string | undefined;
  /** For links to a screen that leads back to this one. */
  readonly state: unknown;
}

/** The list state that a screen was opened with; turning pages or filtering there does not change it. */
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
