import { useQueryClient } from '@palier/shared/query';
import { useLocation } from '@palier/shared/router';
import { useEffect } from 'react';

const LEFT_ROW_KEY = ['left-sub-account'];

interface LeftRow {
  /** The query string of the list: its page, search and order. */
  readonly list: string;
  readonly nameId: string;
}

/**
 * Returns the function to call when a link of a row is followed. When that list shows again, the row is
 * scrolled to and focused.
 */
export function useRestoreRowFocus(isLoaded: boolean): (nameId: string) => void {
  const cache = useQueryClient();
  const { search: list } = useLocation();

  useEffect(() => {
    const left = cache.getQueryData<LeftRow>(LEFT_ROW_KEY);
    if (!isLoaded || left?.list !== list) return;
    cache.removeQueries({ queryKey: LEFT_ROW_KEY });
    const name = document.getElementById(left.nameId);
    name?.focus({ preventScroll: true });
    name?.scrollIntoView?.({ block: 'center' });
  }, [cache, isLoaded, list]);

  return (nameId) => cache.setQueryData<LeftRow>(LEFT_ROW_KEY, { list, nameId });
}
