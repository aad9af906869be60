import { useLocation, useSearchParams } from '@palier/shared/router';
import { useState } from 'react';

const PARAMETER = 'filtre';

/** Marks an address that what was typed in the box since `visit` has made. */
const typedSince = (visit: string) => ({ filterVisit: visit });

const wasTypedSince = (visit: string, state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'filterVisit' in state && state.filterVisit === visit;

/**
 * The filter as it stands in its box, kept in the address. The router brings an address a moment after its letter was typed,
 * so the box never waits for it; a change from outside (a page turned, Back, a link) rewrites the box.
 */
export function useFilterInAddress(): readonly [string, (text: string) => void] {
  const [address, setAddress] = useSearchParams();
  const location = useLocation();
  const inAddress = address.get(PARAMETER) ?? '';
  const [text, setText] = useState(inAddress);
  const [seenKey, setSeenKey] = useState(location.key);
  // The address that last came from outside. The browser keeps our marks, so Back to one of an earlier visit is from outside too.
  const [visit, setVisit] = useState(location.key);
  if (seenKey !== location.key) {
    setSeenKey(location.key);
    if (!wasTypedSince(visit, location.state)) {
      setVisit(location.key);
      setText(inAddress);
    }
  }

  function type(typed: string): void {
    setText(typed);
    // A letter is no step that Back should undo.
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (typed === '') after.delete(PARAMETER);
        else after.set(PARAMETER, typed);
        return after;
      },
      { replace: true, state: typedSince(visit), preventScrollReset: true },
    );
  }
  return [text, type];
}
