import { useLocation, useSearchParams } from '@palier/shared/router';
import { useState } from 'react';

interface UrlText {
  /** The text in the box. */
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Options for changing the address while typing: Back does not undo it step by step, and the box stays as it is. */
  readonly replaceWhileTyping: { readonly replace: true; readonly state: unknown };
}

/**
 * The text of a search box, kept in the address under `parameter`. The router updates the address a moment after a letter was typed,
 * so the box does not wait for it. A change from outside (a page turned, Back, a link) rewrites the box. Not a singleton, like the
 * journal (docs/architecture.md).
 */
export function useUrlText(parameter: string): UrlText {
  const [address] = useSearchParams();
  const { key, state } = useLocation() as { readonly key: string; readonly state: unknown };
  const inAddress = address.get(parameter) ?? '';
  const [text, setText] = useState(inAddress);
  const [seenKey, setSeenKey] = useState(key);
  // The address that last came from outside. The browser keeps our state, so Back to one of an earlier visit is from outside too.
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
