import { whenInputPauses } from '@palier/shared/when-idle';
import { useEffect, useState } from 'react';

const IMAGE_WAIT_MS = 3_000;

/**
 * Runs `work` once the first banner or the game's frame has loaded and the page is idle. Idle alone is not
 * enough: on a slow network the page is idle while it waits for the list of games.
 */
export function afterFirstImageAndIdle(work: () => void): void {
  const begin = (): void => {
    clearTimeout(timer);
    document.removeEventListener('load', onLoad, true);
    whenInputPauses(work);
  };
  const onLoad = ({ target }: Event): void => {
    if (target instanceof HTMLImageElement || target instanceof HTMLIFrameElement) begin();
  };
  const timer = setTimeout(begin, IMAGE_WAIT_MS);
  // The load event of an element does not bubble.
  document.addEventListener('load', onLoad, true);
}

let isPast = false;

/**
 * False until the first banner or the game's frame has loaded, or 3 s have passed, and the page is idle.
 * Parts that only complete a screen wait for it.
 */
export function useIsAfterFirstImage(): boolean {
  const [isAfter, setIsAfter] = useState(isPast);
  useEffect(() => {
    if (!isAfter)
      afterFirstImageAndIdle(() => {
        isPast = true;
        setIsAfter(true);
      });
  }, [isAfter]);
  return isAfter;
}
