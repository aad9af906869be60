import { bus } from '@palier/shared/bus';
import { exitFullscreen } from '@palier/shared/ui';
import { useEffect, useState, type RefObject } from 'react';

/** `css` fills the page by style alone, for browsers without the Fullscreen API. */
export type FullscreenMode = 'off' | 'css' | 'native';

export function useFullscreen(target: RefObject<HTMLElement | null>): {
  readonly mode: FullscreenMode;
  readonly toggle: () => void;
} {
  const [mode, setMode] = useState<FullscreenMode>('off');

  useEffect(() => {
    const onChange = (): void =>
      setMode(target.current !== null && document.fullscreenElement === target.current ? 'native' : 'off');
    document.addEventListener('fullscreenchange', onChange);
    return () => document.removeEventListener('fullscreenchange', onChange);
  }, [target]);

  useEffect(() => {
    if (mode !== 'css') return undefined;
    const leave = (): void => setMode('off');
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') leave();
    };
    document.addEventListener('keydown', onKey);
    // The overlay leaves native full screen on a win (section 4 of docs/spec-coverage.md), but not this mode.
    const stopListening = bus.on('jackpot/won', leave);
    return () => {
      document.removeEventListener('keydown', onKey);
      stopListening();
    };
  }, [mode]);

  async function toggle(): Promise<void> {
    if (mode === 'native') return exitFullscreen();
    if (mode === 'css') return setMode('off');
    try {
      await target.current?.requestFullscreen();
    } catch {
      // The browser refuses, or has no Fullscreen API (an iPhone, Safari before 16.4).
      setMode('css');
    }
  }
  return { mode, toggle: () => void toggle() };
}
