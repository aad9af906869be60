import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';

/** From this width on, the selected account is shown beside the list. */
const wide = (): MediaQueryList | undefined => globalThis.matchMedia?.('(min-width: 1600px)');
/** Arrow keys that pass over a row do not read its account. */
const SETTLE_MS = 200;

function onWidth(listener: () => void): () => void {
  const query = wide();
  query?.addEventListener('change', listener);
  return () => query?.removeEventListener('change', listener);
}

/** The row that a wide screen shows beside the list; `select` is undefined on other screens. */
export function useSelectedRow(): {
  readonly selectedId: number | undefined;
  readonly select: ((id: number) => void) | undefined;
} {
  const isWide = useSyncExternalStore(onWidth, () => wide()?.matches === true);
  const [selectedId, setSelectedId] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const select = useCallback((id: number): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setSelectedId(id), SETTLE_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return isWide ? { selectedId, select } : { selectedId: undefined, select: undefined };
}
