import { launchResponseSchema } from '@palier/shared/contracts';
import { firstError, http, logIgnored } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { useEffect, useState } from 'react';
import { messages } from './game.messages';
import { framedAddress } from './game.rules';

interface LaunchedGame {
  readonly address: URL;
  /** The game may open windows: rules, history, a round's page. */
  readonly allowsWindows: boolean;
}

/** Launches a game. Throws, after logging, an Error whose message is shown to the player. */
async function launchGame(providerCode: string, gameCode: string): Promise<LaunchedGame> {
  const launch = await http
    .post('/casino/launch', undefined, launchResponseSchema, { query: { gameCode, providerCode } })
    .catch((error: unknown) => {
      logIgnored(error, 'game not launched');
      throw new Error(firstError(error, messages.launchFailed), { cause: error });
    });
  const address = framedAddress(launch.launch_url, window.location.origin);
  if (address !== null) return { address, allowsWindows: launch.allows_windows === true };
  const refusal = new Error(messages.addressRefused);
  logIgnored(refusal, 'game not launched');
  throw refusal;
}

interface Launch {
  readonly attempt: number;
  readonly address: URL | null;
  readonly allowsWindows: boolean;
  readonly failure: string | null;
  readonly relaunch: () => void;
}

/** Launches the game, and again on `relaunch`. A launch URL is valid once, so launch URLs are not cached. */
export function useLaunch(providerCode: string, gameCode: string): Launch {
  const [attempt, setAttempt] = useState(0);
  const { data, error } = useQuery({
    queryKey: ['casino', 'launch', providerCode, gameCode, attempt],
    queryFn: () => launchGame(providerCode, gameCode),
    // When the network returns, a failed launch is repeated, but a running game is not launched again.
    staleTime: Infinity,
    gcTime: 0,
    structuralSharing: false,
  });
  const address = data?.address ?? null;
  const isRefused = useFrameRefusal(address);
  return {
    attempt,
    address: isRefused ? null : address,
    allowsWindows: data?.allowsWindows === true,
    failure: isRefused ? messages.addressRefused : (error?.message ?? null),
    relaunch: () => setAttempt(attempt + 1),
  };
}

/** True when the page's content security policy has blocked `address` in the frame. */
function useFrameRefusal(address: URL | null): boolean {
  const [refused, setRefused] = useState<URL | null>(null);
  useEffect(() => {
    if (address === null) return undefined;
    const onViolation = (event: SecurityPolicyViolationEvent): void => {
      const isFrameDirective =
        event.effectiveDirective === 'frame-src' || event.effectiveDirective === 'child-src';
      if (!isFrameDirective || !event.blockedURI.startsWith(address.origin)) return;
      logIgnored(event.blockedURI, 'game not framed: not an allowed origin');
      setRefused(address);
    };
    document.addEventListener('securitypolicyviolation', onViolation);
    return () => document.removeEventListener('securitypolicyviolation', onViolation);
  }, [address]);
  return address !== null && refused === address;
}
