import { useQuery } from '@palier/shared/query';
import { useState } from 'react';
import { launchGame } from './game.api';

interface Launch {
  readonly attempt: number;
  readonly address: URL | null;
  readonly failure: string | null;
  readonly relaunch: () => void;
}

/** Launches the game, and again on `relaunch`: an address is good for one session, so none is kept. */
export function useLaunch(providerCode: string, gameCode: string): Launch {
  const [attempt, setAttempt] = useState(0);
  const { data, error } = useQuery({
    queryKey: ['casino', 'launch', providerCode, gameCode, attempt],
    queryFn: () => launchGame(providerCode, gameCode),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    structuralSharing: false,
  });
  return {
    attempt,
    address: data ?? null,
    failure: error === null ? null : error.message,
    relaunch: () => setAttempt(attempt + 1),
  };
}
