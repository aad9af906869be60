import { startTransition, useEffect, useEffectEvent } from 'react';

/**
 * The address follows once nothing was typed for this long. Each link of the page renders again with it, and
 * Safari allows 100 replaced addresses in 30 s.
 */
const TYPING_PAUSE_MS = 300;

/**
 * Calls `write` when `text` differs from what is `written` and nothing was typed for a while, or at once for
 * an empty text. The result writes without waiting: call it when the field loses the focus, because a link
 * may follow.
 */
export function useWriteAfterPause(text: string, written: string, write: () => void): () => void {
  const onPause = useEffectEvent(write);
  useEffect(() => {
    if (text === written) return undefined;
    const timer = setTimeout(() => startTransition(() => onPause()), text === '' ? 0 : TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, written]);
  return () => {
    if (text !== written) write();
  };
}
