import { useCallback, useEffect, useState } from 'react';
import { bus } from '@palier/shared/bus';
import type { JackpotWin } from '@palier/shared/contracts';

const ANIMATION_MS = 5_000;

export interface QueuedWin extends JackpotWin {
  /** Tells equal wins apart. */
  readonly order: number;
}

/**
 * The win being shown, or null. Wins are shown one after the other, each for five seconds or until the user
 * dismisses the win.
 */
export function useWinQueue() {
  const [wins, setWins] = useState<readonly QueuedWin[]>([]);
  const win = wins[0] ?? null;

  useEffect(() => {
    let lastOrder = 0;
    return bus.on('jackpot/won', (won) => {
      lastOrder += 1;
      const queued = { ...won, order: lastOrder };
      setWins((queue) => [...queue, queued]);
    });
  }, []);

  useEffect(() => bus.on('session/ended', () => setWins([])), []);

  const dismiss = useCallback(() => setWins((queue) => queue.slice(1)), []);

  useEffect(() => {
    if (win === null) return;
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
