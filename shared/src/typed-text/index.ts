import { useLocation, useSearchParams } from '@palier/shared/router';
import { useState } from 'react';

interface TypedText {
  /** What stands in the box. */
  readonly text: string;
  readonly setText: (text: string) => void;
  /** With which the address is changed as one types: it is no step that Back should undo, and the box stays as it is. */
  readonly asTyped: { readonly replace: true; readonly state: unknown };
}

/**
 * A text as it stands in its box, kept in the address under `parameter`. The router brings an address a moment after its letter was
 * typed, so the box never waits for it; a change from outside (a page turned, Back, a link) rewrites the box. No singleton of the
 * page, like the journal.
 */
export function useTypedText(parameter: string): TypedText {
  const [address] = useSearchParams();
  const { key, state } = useLocation() as { readonly key: string; readonly state: unknown };
  const inAddress = address.get(parameter) ?? '';
  const [text, setText] = useState(inAddress);
  const [seenKey, setSeenKey] = useState(key);
  // The address that last came from outside. The browser keeps our marks, so Back to one of an earlier visit is from outside too.
  const [visit, setVisit] = useState(key);
  if (seenKey !== key) {
    setSeenKey(key);
    const { typedSince } = Object(state) as { readonly typedSince?: unknown };
    if (typedSince !== visit) {
      setVisit(key);
      setText(inAddress);
    }
  }
  return { text, setText, asTyped: { replace: true, state: { typedSince: visit } } };
}
