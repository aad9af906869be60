import { bus } from '@palier/shared/bus';
import { exitFullscreen } from '@palier/shared/ui';
import { useEffect, useState, type RefObject } from 'react';
import { enterFullscreen, FULLSCREEN_EVENTS, fullscreenElement } from './fullscreen';

/** `window` fills the page by style alone, where the browser cannot give the screen. */
export type ScreenUse = 'page' | 'window' | 'screen';

export function useFullscreen(target: RefObject<HTMLElement | null>): {
  readonly screenUse: ScreenUse;
  readonly toggle: () => void;
} {
  const [screenUse, setScreenUse] = useState<ScreenUse>('page');

  useEffect(() => {
    const onChange = (): void =>
      setScreenUse(target.current !== null && fullscreenElement() === target.current ? 'screen' : 'page');
    for (const event of FULLSCREEN_EVENTS) document.addEventListener(event, onChange);
    return () => {
      for (const event of FULLSCREEN_EVENTS) document.removeEventListener(event, onChange);
    };
  }, [target]);

  useEffect(() => {
    if (screenUse !== 'window') return undefined;
    const leave = (): void => setScreenUse('page');
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') leave();
    };
    document.addEventListener('keydown', onKey);
    // The shell leaves the real full screen on a win (spec §4); this one is ours to leave.
    const stopListening = bus.on('jackpot/won', leave);
    return () => {
      document.removeEventListener('keydown', onKey);
      stopListening();
    };
  }, [screenUse]);

  async function toggle(): Promise<void> {
    if (screenUse === 'screen') return exitFullscreen();
    if (screenUse === 'window') return setScreenUse('page');
    if (target.current !== null && !(await enterFullscreen(target.current))) setScreenUse('window');
  }
  return { screenUse, toggle: () => void toggle() };
}
