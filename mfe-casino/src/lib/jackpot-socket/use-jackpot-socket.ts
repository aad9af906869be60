import { useUser } from '@palier/shared/session';
import { useEffect } from 'react';
import { keepConnected } from './connection';

/** Opens the jackpot socket for a client; it stays open when the screen goes. */
export function useJackpotSocket(): void {
  const userId = useUser()?.id;
  useEffect(keepConnected, [userId]);
}
