import { tokensSchema, type Tokens } from '../contracts';
import { refreshToken, setTokens } from './tokens';

const CHANNEL = 'palier.renewals';

interface RenewalMessage {
  readonly usedToken: string;
  readonly tokens: unknown;
}

/** Null when the browser refuses: Firefox without storage has no channels. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}

/** Sends the tokens that replaced `usedToken` to the other tabs of this origin. */
export function broadcastTokens(usedToken: string, tokens: Tokens): void {
  const channel = openChannel();
  channel?.postMessage({ usedToken, tokens } satisfies RenewalMessage);
  channel?.close();
}

/**
 * Takes over tokens that another tab with the same refresh token has renewed. Duplicating a tab copies its
 * tokens, and the server ends the session when a used refresh token is presented again. Returns a function
 * that stops the synchronisation.
 */
export function syncTokensAcrossTabs(): () => void {
  const channel = openChannel();
  const onMessage = ({ data }: MessageEvent<Partial<RenewalMessage> | null>): void => {
    const own = refreshToken();
    const parsed = tokensSchema.safeParse(data?.tokens);
    if (own !== null && data?.usedToken === own && parsed.success) setTokens(parsed.data);
  };
  channel?.addEventListener('message', onMessage);
  return () => channel?.close();
}
