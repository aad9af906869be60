import { bus } from '@palier/shared/bus';
import { useQueryClient } from '@palier/shared/query';
import { useLocation } from '@palier/shared/router';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { forgetPaidRow, type PaidRow, paidRowOf } from '../../lib/paid-row';

const LEFT_ROW_KEY = ['left-sub-account'];

interface LeftRow {
  /** The query string of the list: its page, search and order. */
  readonly list: string;
  readonly nameId: string;
}

/** The id of the element with the name of an account. */
export const nameIdOf = (id: number | string): string => `compte-${id}`;

/**
 * `rememberRow` is to be called when a link of a row is followed. When that list shows again, the row is
 * scrolled to and focused; if an account of the list was paid meanwhile, it is the row of that account.
 * `paid` is the paid row, which the list marks until its movement is reversed.
 */
export function useRestoreRowFocus(isLoaded: boolean): {
  readonly rememberRow: (nameId: string) => void;
  readonly paid: PaidRow | undefined;
} {
  const cache = useQueryClient();
  const { pathname, search: list } = useLocation();
  const [paid, setPaid] = useState(() => paidRowOf(cache, pathname + list));
  const left = useRef<LeftRow>(undefined);
  // The next visit of the list marks no row.
  useEffect(() => {
    forgetPaidRow(cache);
    left.current ??= cache.getQueryData<LeftRow>(LEFT_ROW_KEY);
    cache.removeQueries({ queryKey: LEFT_ROW_KEY });
  }, [cache]);
  useEffect(
    () =>
      bus.on('notice/raised', ({ text }) =>
        setPaid((before) => (before?.reversedText === text ? undefined : before)),
      ),
    [],
  );

  // DataTable renders the rows below the screen in a second step. React commits this value with that step.
  const areAllRowsRendered = useDeferredValue(isLoaded, false);
  useEffect(() => {
    const followed = left.current?.list === list ? left.current.nameId : undefined;
    const wanted = paid === undefined ? followed : nameIdOf(paid.id);
    if (!areAllRowsRendered || wanted === undefined) return;
    left.current = undefined;
    const name = document.getElementById(wanted);
    name?.focus({ preventScroll: true });
    name?.scrollIntoView?.({ block: 'center' });
  }, [areAllRowsRendered, list, paid]);

  return {
    rememberRow: (nameId) => cache.setQueryData<LeftRow>(LEFT_ROW_KEY, { list, nameId }),
    paid,
  };
}
