import { tokensSchema, type Tokens } from '../contracts';
import { refreshToken, setTokens } from './tokens';

const CHANNEL = 'palier.renewals';

/** What a renewal says to the other tabs: which refresh token is spent, and what came for it. */
interface Renewal {
  readonly spent: string;
  readonly tokens: unknown;
}

/** Null where there is none: a browser that refuses its storage may refuse its channels too (Firefox). */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch {
    return null;
  }
}

/** Tells the other tabs of this origin that `spent` was renewed to `tokens`. */
export function tellRenewal(spent: string, tokens: Tokens): void {
  const channel = openChannel();
  channel?.postMessage({ spent, tokens } satisfies Renewal);
  channel?.close();
}

/**
 * A browser copies the tokens into a tab that it duplicates. When the other tab renews them, this one takes the new pair
 * too: its own is spent, and would end the session of both (section 5 of docs/design.md). Returns what stops it.
 */
export function followRenewals(): () => void {
  const channel = openChannel();
  const onRenewal = ({ data }: MessageEvent<Partial<Renewal> | null>): void => {
    const own = refreshToken();
    const parsed = tokensSchema.safeParse(data?.tokens);
    if (own !== null && data?.spent === own && parsed.success) setTokens(parsed.data);
  };
  channel?.addEventListener('message', onRenewal);
  return () => channel?.close();
}
