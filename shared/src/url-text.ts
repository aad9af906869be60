/** Not a singleton: each remote bundles its own copy. */
import { useLocation, useSearchParams } from '@palier/shared/router';
import { useState } from 'react';

interface UrlText {
  readonly text: string;
  readonly setText: (text: string) => void;
  /** Navigation options while typing: no history entry per letter, and the box keeps its text. */
  readonly replaceWhileTyping: { readonly replace: true; readonly state: unknown };
}

/** The key of the text's history entry. It stays the same while typing replaces the entry's address. */
export function entryKeyOf({ key, state }: { readonly key: string; readonly state: unknown }): string {
  const { typedSince } = Object(state) as { readonly typedSince?: unknown };
  return typeof typedSince === 'string' ? typedSince : key;
}

/**
 * The text of a search box, stored in the address under `parameter`. The router updates the address with a
 * delay, so the box has a state of its own. A change of the address by a page link, Back or another link
 * replaces the text.
 */
export function useUrlText(parameter: string): UrlText {
  const [address] = useSearchParams();
  const location = useLocation();
  const { key } = location;
  const entryKey = entryKeyOf(location);
  const inAddress = address.get(parameter) ?? '';
  const [text, setText] = useState(inAddress);
  const [seenKey, setSeenKey] = useState(key);
  const [visit, setVisit] = useState(entryKey);
  if (seenKey !== key) {
    setSeenKey(key);
    // Not an address that this box has replaced.
    if (entryKey !== visit) {
      setVisit(entryKey);
      setText(inAddress);
    }
  }
  return { text, setText, replaceWhileTyping: { replace: true, state: { typedSince: visit } } };
}
