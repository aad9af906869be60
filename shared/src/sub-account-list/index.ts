import { useLocation } from '@palier/shared/router';
import { useState } from 'react';

/**
 * The way back to the sub-account list as it was left (page, search, order): the agent's remote has the list, the reports' one the
 * history of an account that is opened from it. No singleton of the page, like the journal.
 */
const LIST_PATH = '/admin';

/** State of a link that leaves the list while its address ends in `search`, for the account of that name if for one. */
export const leavingList = (search: string, username?: string) => ({ subAccountList: search, username });

interface ListPlace {
  /** Where the way back leads: the bare list when the screen was opened by its address. */
  readonly address: string;
  /** Of the account whose row one came from; undefined when the screen was opened by its address. */
  readonly username: string | undefined;
  /** For a link to a screen from which one comes back to this one. */
  readonly state: unknown;
}

/** What a screen was opened with: turning its pages, or a filter in its address, does not change it. */
export function useListPlace(): ListPlace {
  const { state: present } = useLocation() as { readonly state: unknown };
  const [state] = useState(present);
  const { subAccountList: search = '', username } = Object(state) as Partial<Record<string, unknown>>;
  return {
    address: typeof search === 'string' ? LIST_PATH + search : LIST_PATH,
    username: typeof username === 'string' ? username : undefined,
    state,
  };
}
