/** Not a singleton: each remote bundles its own copy. */
import { useLocation, useSearchParams } from '@palier/shared/router';
import { useState } from 'react';

interface UrlText {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Navigation options while typing: no history entry per letter, and the box keeps its text. */
  readonly replaceWhileTyping: { readonly replace: true; readonly state: unknown };
}

/**
 * The text of a search box, stored in the address under `parameter`. The router updates the address with a
 * delay, so the box has a state of its own. A change of the address by a page link, Back or another link
 * replaces the text.
 */
export function useUrlText(parameter: string): UrlText {
  const [address] = useSearchParams();
  const { key, state } = useLocation() as { readonly key: string; readonly state: unknown };
  const inAddress = address.get(parameter) ?? '';
  const [text, setText] = useState(inAddress);
  const [seenKey, setSeenKey] = useState(key);
  // The key of the last address that did not come from typing. Back may return to the state of an earlier
  // visit, another address without typing.
  const [visit, setVisit] = useState(key);
  if (seenKey !== key) {
    setSeenKey(key);
    const { typedSince } = Object(state) as { readonly typedSince?: unknown };
    if (typedSince !== visit) {
      setVisit(key);
      setText(inAddress);
    }
  }
  return { text, setText, replaceWhileTyping: { replace: true, state: { typedSince: visit } } };
}
