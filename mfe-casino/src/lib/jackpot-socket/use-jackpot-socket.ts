import { useUser } from '@palier/shared/session';
import { useEffect } from 'react';
import { keepConnected } from './connection';

export function useJackpotSocket(): void {
  const userId = useUser()?.id;
  useEffect(keepConnected, [userId]);
}
