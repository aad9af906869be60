import { useUser } from '@palier/shared/session';
import { useEffect } from 'react';
import { keepConnected } from './connection';

/** Opens the jackpot socket for a client. It stays open when the screen is left. */
export function useJackpotSocket(): void {
  const userId = useUser()?.id;
  useEffect(keepConnected, [userId]);
}
