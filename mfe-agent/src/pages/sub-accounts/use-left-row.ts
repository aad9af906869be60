import { useQueryClient } from '@palier/shared/query';
import { useLocation } from '@palier/shared/router';
import { useEffect } from 'react';

const LEFT_ROW = ['left-sub-account'];

interface LeftRow {
  /** The list that it stands in: its page, search and order. */
  readonly list: string;
  readonly nameId: string;
}

/**
 * Answers what to call when the link of a row is followed. When that list shows again, by whatever way, the row is in sight and has the
 * focus: on a phone a page of 25 accounts is many screens long.
 */
export function useLeftRow(isRead: boolean): (nameId: string) => void {
  const cache = useQueryClient();
  const { search: list } = useLocation();

  useEffect(() => {
    const left = cache.getQueryData<LeftRow>(LEFT_ROW);
    if (!isRead || left?.list !== list) return;
    cache.removeQueries({ queryKey: LEFT_ROW });
    const name = document.getElementById(left.nameId);
    name?.focus({ preventScroll: true });
    name?.scrollIntoView?.({ block: 'center' });
  }, [cache, isRead, list]);

  return (nameId) => cache.setQueryData<LeftRow>(LEFT_ROW, { list, nameId });
}
