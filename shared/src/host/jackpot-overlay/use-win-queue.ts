import { useCallback, useEffect, useState } from 'react';
import { bus } from '@palier/shared/bus';
import type { JackpotWin } from '@palier/shared/contracts';
import { celebrate } from './celebrate';

const ANIMATION_MS = 5_000;

/** The win being shown, or null. Wins are shown one after the other, each for five seconds or until it is dismissed. */
export function useWinQueue() {
  const [wins, setWins] = useState<readonly JackpotWin[]>([]);
  const win = wins[0] ?? null;

  // A copy, so that two equal wins are two entries and each gets its own five seconds.
  useEffect(() => bus.on('jackpot/won', (won) => setWins((queue) => [...queue, { ...won }])), []);

  useEffect(() => bus.on('session/ended', () => setWins([])), []);

  const dismiss = useCallback(() => setWins((queue) => queue.slice(1)), []);

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
