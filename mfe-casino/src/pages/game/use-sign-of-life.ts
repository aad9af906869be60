import { useEffect, useState, type RefObject } from 'react';

/**
 * A frame without any sign of life is uncovered after this time: its `load` waits for every picture of the
 * game, and may never come.
 */
export const CURTAIN_LIMIT_MS = 4_000;

/** `overdue`: nothing covers the frame, but the game may still be on its way. */
type SignOfLife = 'awaited' | 'overdue' | 'seen';

/**
 * The first sign of life of the game in `frame`: a message of its window, from whatever origin, or its
 * `load`, which `onLoad` reports. `isFramed`: the frame is in the page.
 */
export function useSignOfLife(
  frame: RefObject<HTMLIFrameElement | null>,
  isFramed: boolean,
): { readonly sign: SignOfLife; readonly onLoad: () => void } {
  const [sign, setSign] = useState<SignOfLife>('awaited');
  useEffect(() => {
    if (!isFramed) return undefined;
    const onMessage = ({ source }: MessageEvent): void => {
      if (source !== null && source === frame.current?.contentWindow) setSign('seen');
    };
    const timer = setTimeout(
      () => setSign((present) => (present === 'awaited' ? 'overdue' : present)),
      CURTAIN_LIMIT_MS,
    );
    window.addEventListener('message', onMessage);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('message', onMessage);
    };
  }, [frame, isFramed]);
  return { sign, onLoad: () => setSign('seen') };
}
