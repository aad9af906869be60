/** Not a singleton: each remote bundles its own copy. */
import { useLocation, useSearchParams } from '@palier/shared/router';
import { startTransition, useEffect, useEffectEvent, useState } from 'react';

/**
 * The address follows once nothing was typed for this long. Each link of the page renders again with it, and
 * Safari allows 100 replaced addresses in 30 s.
 */
const TYPING_PAUSE_MS = 300;

/** Navigation options while typing: no history entry per letter, and the box keeps its text. */
export interface WhileTyping {
  readonly replace: true;
  readonly state: unknown;
}

interface UrlText {
  readonly text: string;
  /** Shows the text now; the address follows after a pause, or at once for an empty text. */
  readonly setText: (text: string) => void;
  /** Writes a text that waits for its pause. Call it when the box loses the focus: a link may follow. */
  readonly flush: () => void;
  readonly replaceWhileTyping: WhileTyping;
}

/**
 * The text of a search box, stored in the address under `parameter` by `write`. The box has a state of its
 * own, ahead of the address. A change of the address by a page link, Back or another link replaces the text.
 */
export function useUrlText(
  parameter: string,
  write: (text: string, options: WhileTyping) => void,
): UrlText {
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
  const replaceWhileTyping: WhileTyping = { replace: true, state: { typedSince: visit } };
  const flush = (): void => {
    if (text !== inAddress) write(text, replaceWhileTyping);
  };
  const onPause = useEffectEvent(flush);
  useEffect(() => {
    if (text === inAddress) return undefined;
    const timer = setTimeout(() => startTransition(() => onPause()), text === '' ? 0 : TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, inAddress]);
  return { text, setText, flush, replaceWhileTyping };
}
