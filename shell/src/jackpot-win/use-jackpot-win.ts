import { useCallback, useEffect, useState } from 'react';
import { bus } from '@palier/shared/bus';
import type { JackpotWin } from '@palier/shared/contracts';
import { celebrate } from './celebrate';

/** Spec §9: jackpot animation. */
const ANIMATION_MS = 5_000;

/**
 * The win being shown, or null; after 5 seconds it is dismissed, which clears it (spec §4). One stake may win several pots, and a
 * player who was away several times: each waits for the one before.
 */
export function useJackpotWin() {
  const [wins, setWins] = useState<readonly JackpotWin[]>([]);
  const win = wins[0] ?? null;

  // A new object each time: a second win of the same prize starts its own 5 seconds.
  useEffect(() => bus.on('jackpot/won', (won) => setWins((waiting) => [...waiting, { ...won }])), []);

  useEffect(() => bus.on('session/ended', () => setWins([])), []);

  const dismiss = useCallback(() => setWins((shown) => shown.slice(1)), []);

  useEffect(() => {
    if (win === null) return;
    celebrate();
    if (win.winId !== undefined) bus.emit('jackpot/win-shown', { id: win.winId });
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') dismiss();
    };
    const timer = setTimeout(dismiss, ANIMATION_MS);
    window.addEventListener('keydown', onKey);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('keydown', onKey);
    };
  }, [win, dismiss]);

  return { win, dismiss };
}
