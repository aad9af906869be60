import { useUser } from '@palier/shared/session';
import { createPageSocket } from '@palier/shared/socket/page-socket';
import { whenIdle } from '@palier/shared/socket/when-idle';
import { useEffect } from 'react';

export function useJackpotSocket(): void {
  const userId = useUser()?.id;
  useEffect(keepConnected, [userId]);
}

const IMAGE_WAIT_MS = 3_000;

/** Keeps the page's only socket open for a signed-in client. */
export const keepConnected = createPageSocket({
  isFor: (role) => role === 'ROLE_CLIENT',
  whenReady: afterFirstImageAndIdle,
  load: async () => (await import('./jackpot-client')).createJackpotClient,
});

/**
 * Runs `work` once the first banner or the game's frame has loaded and the page is idle. Idle alone is not
 * enough: on a slow network the page is idle while it waits for the list of games.
 */
function afterFirstImageAndIdle(work: () => void): void {
  const begin = (): void => {
    clearTimeout(timer);
    document.removeEventListener('load', onLoad, true);
    whenIdle(work);
  };
  const onLoad = ({ target }: Event): void => {
    if (target instanceof HTMLImageElement || target instanceof HTMLIFrameElement) begin();
  };
  const timer = setTimeout(begin, IMAGE_WAIT_MS);
  // The load event of an element does not bubble.
  document.addEventListener('load', onLoad, true);
}
