import { wasAnswered } from '@palier/shared/http';
import { digestOf } from './digest';
import { announceChange, forget, keep, keptAttempts } from './kept-attempts';
import type { Attempt, AttemptSummary } from './kept-attempts';

/** The server answers for a key for seven days (docs/operations.md); whoever asks later would hear that nothing was done. */
const ANSWERED_FOR_MS = 6 * 24 * 60 * 60_000;

const keysInFlight = new Set<string>();

/** `crypto.randomUUID` is absent on plain-HTTP origins; `getRandomValues` is not. */
function mintKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether the call may go on at all (session, role, rate) is decided before the server looks at its key. */
const DECIDED_BEFORE_THE_KEY = [401, 403, 429];

/** "Served for another body": it has not, but the server compares bodies by a secret that has changed since. */
const isTakenForAnother = (answer: unknown): boolean =>
  (answer as { readonly code?: unknown } | null)?.code === 'invalid-idempotency';

/**
 * True when `error` says for certain that the attempt moved no money. A call that is refused before the key is looked at says
 * nothing of an earlier call under it. Nor is a first 401 certain: the server also gives it for a movement whose outcome it
 * lost, when the session has ended meanwhile.
 */
const isSettledBy = (error: unknown): boolean =>
  wasAnswered(error) &&
  !DECIDED_BEFORE_THE_KEY.includes(error.response.status) &&
  !isTakenForAnother(error.response.data);

/**
 * Sends a call that moves money under an Idempotency-Key (design §3). The attempt is kept, across reloads, until its
 * outcome is known: the same `summary` and `body` sent again after a lost answer carry the same key, so money moves once.
 */
export async function sendOnce<Answer>(
  summary: AttemptSummary,
  body: unknown,
  send: (headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  const digest = digestOf(JSON.stringify([summary, body]));
  const { agentId } = summary;
  const kept = keptAttempts(agentId).find((attempt) => attempt.digest === digest);
  const attempt: Attempt = kept ?? { ...summary, key: mintKey(), digest, startedAt: Date.now() };
  keep(attempt);
  keysInFlight.add(attempt.key);
  try {
    const answer = await send({ 'Idempotency-Key': attempt.key });
    forget(attempt.key);
    return answer;
  } catch (error) {
    if (isSettledBy(error)) forget(attempt.key);
    throw error;
  } finally {
    keysInFlight.delete(attempt.key);
    announceChange();
  }
}

/** The agent's attempts whose outcome nobody knows; a call still in flight in this page is not one of them. */
export const lostAttempts = (agentId: number): Attempt[] =>
  keptAttempts(agentId).filter(({ key }) => !keysInFlight.has(key));

/** Whether the server certainly still knows what became of an attempt. */
export const isAnsweredFor = ({ startedAt = 0 }: Attempt): boolean =>
  Date.now() - startedAt < ANSWERED_FOR_MS;

/**
 * Forgets an attempt whose outcome cannot be read: the same body sent again is then another operation. An attempt that is being
 * sent again right now stays.
 */
export function giveUp(key: string): void {
  if (keysInFlight.has(key)) return;
  forget(key);
}
