import { wasAnswered } from '@palier/shared/http';

const STORAGE_PREFIX = 'palier.agent.attempt.';

interface KeptAttempt {
  readonly key: string;
  readonly digest: number;
}

/** Tells one body from another (cyrb53). A body may hold a password, so it never lies in storage itself. */
function digestOf(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

/** `crypto.randomUUID` is absent on plain-HTTP origins; `getRandomValues` is not. */
function mintKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function readKept(name: string): KeptAttempt | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORAGE_PREFIX + name) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('key' in kept) || !('digest' in kept)) return null;
    return typeof kept.key === 'string' && typeof kept.digest === 'number' ? (kept as KeptAttempt) : null;
  } catch {
    return null;
  }
}

function keep(name: string, attempt: KeptAttempt | null): void {
  try {
    if (attempt === null) sessionStorage.removeItem(STORAGE_PREFIX + name);
    else sessionStorage.setItem(STORAGE_PREFIX + name, JSON.stringify(attempt));
  } catch {
    // Without storage a key lives for one call, which is still safe against that call's own retries.
  }
}

/**
 * Sends a call that moves money under an Idempotency-Key (design §3). The key is kept, across reloads, until the outcome
 * is known: the same `name` and `body` sent again after a lost answer carry the same key, so money moves once.
 */
export async function sendOnce<Answer>(
  name: string,
  body: unknown,
  send: (headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  const digest = digestOf(JSON.stringify(body));
  const kept = readKept(name);
  const attempt = kept !== null && kept.digest === digest ? kept : { key: mintKey(), digest };
  keep(name, attempt);
  try {
    const answer = await send({ 'Idempotency-Key': attempt.key });
    keep(name, null);
    return answer;
  } catch (error) {
    if (wasAnswered(error)) keep(name, null);
    throw error;
  }
}
