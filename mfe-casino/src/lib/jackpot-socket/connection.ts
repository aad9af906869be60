import { useUser } from '@palier/shared/session';
import { createPageSocket } from '@palier/shared/socket/page-socket';
import { useEffect } from 'react';
import { afterFirstImageAndIdle } from '../after-first-image';

export function useJackpotSocket(): void {
  const userId = useUser()?.id;
  useEffect(keepConnected, [userId]);
}

/** Keeps the page's only socket open for a signed-in client. */
export const keepConnected = createPageSocket({
  isFor: (role) => role === 'ROLE_CLIENT',
  whenReady: afterFirstImageAndIdle,
  load: async () => (await import('./jackpot-client')).createJackpotClient,
});
