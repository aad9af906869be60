import type { Tokens } from '../contracts';
import { readStored, writeStored } from './storage';

/** Storage keys; the first two are those of section 9 of docs/spec-coverage.md. */
const KEYS = { token: 'token', refreshToken: 'refreshToken', receivedAt: 'tokensReceivedAt' } as const;

export const accessToken = (): string | null => readStored('sessionStorage', KEYS.token);
export const refreshToken = (): string | null => readStored('sessionStorage', KEYS.refreshToken);

/** Arrival of the tokens on the monotonic clock; unknown after a reload. */
let arrivedAt = Infinity;

/**
 * Time since the arrival of the tokens, in ms; null when no arrival is stored. When the device's clock was
 * set back, the monotonic clock is used, or Infinity is returned if the arrival is in the future.
 */
export function tokensAgeMs(): number | null {
  const at = Number(readStored('sessionStorage', KEYS.receivedAt) ?? NaN);
  if (!Number.isFinite(at)) return null;
  const ageMs = Date.now() - at;
  return ageMs < 0 ? Infinity : Math.max(ageMs, performance.now() - arrivedAt);
}

/** Stores a pair of tokens and the time at which the pair arrived: in this tab now, in another tab before. */
export function setTokens(tokens: Tokens, ageMs = 0): void {
  writeStored('sessionStorage', KEYS.token, tokens.accessToken);
  writeStored('sessionStorage', KEYS.refreshToken, tokens.refreshToken);
  writeStored('sessionStorage', KEYS.receivedAt, String(Date.now() - ageMs));
  arrivedAt = performance.now() - ageMs;
}

export function clearTokens(): void {
  for (const key of Object.values(KEYS)) writeStored('sessionStorage', key, null);
}
