import type { Tokens } from '../contracts';
import { readStored, writeStored } from './storage';

/** Keys of section 9 of docs/spec-coverage.md, and when the two arrived. */
const KEYS = { token: 'token', refreshToken: 'refreshToken', receivedAt: 'tokensReceivedAt' } as const;

export const accessToken = (): string | null => readStored('sessionStorage', KEYS.token);
export const refreshToken = (): string | null => readStored('sessionStorage', KEYS.refreshToken);

/** When the tokens arrived, by the page's monotonic clock; a page that was reloaded since does not know. */
let arrivedAt = Infinity;

/**
 * How long ago the tokens arrived, in ms; null when it was not noted. Infinity, for unknown, when the device's clock has been set
 * back to before their arrival. When it was set back by less, the monotonic clock tells.
 */
export function tokensAgeMs(): number | null {
  const at = Number(readStored('sessionStorage', KEYS.receivedAt) ?? NaN);
  if (!Number.isFinite(at)) return null;
  const ageMs = Date.now() - at;
  return ageMs < 0 ? Infinity : Math.max(ageMs, performance.now() - arrivedAt);
}

/** Keeps a new pair of tokens (section 3 of docs/spec-coverage.md: the browser session keeps them). */
export function setTokens(tokens: Tokens): void {
  writeStored('sessionStorage', KEYS.token, tokens.accessToken);
  writeStored('sessionStorage', KEYS.refreshToken, tokens.refreshToken);
  writeStored('sessionStorage', KEYS.receivedAt, String(Date.now()));
  arrivedAt = performance.now();
}

export function clearTokens(): void {
  for (const key of Object.values(KEYS)) writeStored('sessionStorage', key, null);
}
