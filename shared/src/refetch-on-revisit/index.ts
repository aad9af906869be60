/** Not a singleton: each remote bundles its own copy. */
import { useLocation } from '@palier/shared/router';
import { useEffect, useEffectEvent, useRef } from 'react';

export { ReadFailure } from './read-failure';
export { RefetchButton } from './refetch-button';

/** Calls `read` when the user follows a link to the address that is already shown. */
export function useRefetchOnRevisit(read: () => unknown): void {
  const { key, search } = useLocation();
  const seen = useRef({ key, search });
  const readNow = useEffectEvent(read);
  useEffect(() => {
    if (seen.current.key !== key && seen.current.search === search) readNow();
    seen.current = { key, search };
  }, [key, search]);
}
