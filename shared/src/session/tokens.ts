import type { Tokens } from '../contracts';
import { readStored, writeStored } from './storage';

/** Keys of spec §9, and when the two arrived. */
const KEYS = { token: 'token', refreshToken: 'refreshToken', receivedAt: 'tokensReceivedAt' } as const;

export const accessToken = (): string | null => readStored('sessionStorage', KEYS.token);
export const refreshToken = (): string | null => readStored('sessionStorage', KEYS.refreshToken);

/** When the tokens arrived, in ms by this device's clock; null when nobody noted it. */
export function tokensReceivedAt(): number | null {
  const at = Number(readStored('sessionStorage', KEYS.receivedAt) ?? NaN);
  return Number.isFinite(at) ? at : null;
}

/** Keeps a new pair of tokens (spec §3: the browser session keeps them). */
export function setTokens(tokens: Tokens): void {
  writeStored('sessionStorage', KEYS.token, tokens.accessToken);
  writeStored('sessionStorage', KEYS.refreshToken, tokens.refreshToken);
  writeStored('sessionStorage', KEYS.receivedAt, String(Date.now()));
}

export function clearTokens(): void {
  for (const key of Object.values(KEYS)) writeStored('sessionStorage', key, null);
}
