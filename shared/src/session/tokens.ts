import type { Tokens } from '../contracts';
import { readStored, writeStored } from './storage';

/** Keys of spec §9, and when the two arrived. */
const KEYS = { token: 'token', refreshToken: 'refreshToken', receivedAt: 'tokensReceivedAt' } as const;

export const accessToken = (): string | null => readStored('sessionStorage', KEYS.token);
export const refreshToken = (): string | null => readStored('sessionStorage', KEYS.refreshToken);

/** When they arrived by the page's own clock, which nobody sets; the page that a reload opens does not know. */
let arrivedAt = Infinity;

/**
 * How long ago the tokens arrived, in ms; null when nobody noted it. Without end where the device's clock was put back to before:
 * nobody knows then. Where it was put back by less, the page's own clock tells.
 */
export function tokensAgeMs(): number | null {
  const at = Number(readStored('sessionStorage', KEYS.receivedAt) ?? NaN);
  if (!Number.isFinite(at)) return null;
  const ageMs = Date.now() - at;
  return ageMs < 0 ? Infinity : Math.max(ageMs, performance.now() - arrivedAt);
}

/** Keeps a new pair of tokens (spec §3: the browser session keeps them). */
export function setTokens(tokens: Tokens): void {
  writeStored('sessionStorage', KEYS.token, tokens.accessToken);
  writeStored('sessionStorage', KEYS.refreshToken, tokens.refreshToken);
  writeStored('sessionStorage', KEYS.receivedAt, String(Date.now()));
  arrivedAt = performance.now();
}

export function clearTokens(): void {
  for (const key of Object.values(KEYS)) writeStored('sessionStorage', key, null);
}
