import { useEffect, useState } from 'react';
import { bus } from '@palier/shared/bus';
import type { JackpotWin } from '@palier/shared/contracts';
import { celebrate } from './celebrate';

/** Spec §9: jackpot animation. */
const ANIMATION_MS = 5_000;

/** The win being shown, or null; after 5 seconds it is dismissed, which clears it (spec §4). */
export function useJackpotWin() {
  const [win, setWin] = useState<JackpotWin | null>(null);

  useEffect(
    () =>
      bus.on('jackpot/won', (won) => {
        // A new object each time: a second win starts its own 5 seconds.
        setWin({ ...won });
        celebrate();
      }),
    [],
  );

  useEffect(() => bus.on('session/ended', () => setWin(null)), []);

  useEffect(() => {
    if (win === null) return;
    const dismiss = (): void => setWin(null);
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') dismiss();
    };
    const timer = setTimeout(dismiss, ANIMATION_MS);
    window.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', onKey);
    };
  }, [win]);

  return { win, dismiss: () => setWin(null) };
}
