import { isDefiniteRefusal } from '@palier/shared/http';
import {
  type Attempt,
  attemptsChanged$,
  type AttemptSummary,
  removeAttempt,
  saveAttempt,
  storedAttempts,
} from './attempt-storage';

/**
 * A hash (FNV-1a) to recognise an equal body: a body may hold a password, so storage holds only its digest.
 */
const digestOf = (text: string): number =>
  [...text].reduce(
    (digest, character) => Math.imul(digest ^ character.codePointAt(0)!, 0x01000193),
    0x811c9dc5,
  );

/**
 * The server keeps idempotency keys for seven days (docs/operations.md). For an older key the server would
 * answer "not carried out".
 */
const RESOLVABLE_MS = 6 * 24 * 60 * 60_000;

/** The server checks session, role and rate limit before it looks at the idempotency key. */
const REFUSED_BEFORE_KEY_CHECK = [401, 403, 429];

const keysInFlight = new Set<string>();

/** A new idempotency key. Not by `crypto.randomUUID`, which is absent on plain-HTTP origins. */
export const createKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/**
 * The server compares bodies with a secret. After the secret changes, the server takes the same body for
 * another.
 */
const isTakenForAnotherBody = (answer: unknown): boolean =>
  (answer as { readonly code?: unknown } | null)?.code === 'invalid-idempotency';

/**
 * True when `error` proves that the attempt moved no money. A refusal before the key check proves nothing: an
 * earlier call under the same key may have succeeded, and a movement whose outcome the server lost may be
 * answered 401.
 */
export const isSettledBy = (error: unknown): boolean =>
  isDefiniteRefusal(error) &&
  !REFUSED_BEFORE_KEY_CHECK.includes(error.response.status) &&
  !isTakenForAnotherBody(error.response.data);

/**
 * Sends a call that moves money under an idempotency key. The attempt is stored until its outcome is known:
 * when the same agent sends the same `body` again after a lost answer, the call carries the same key, so the
 * money moves once. Bodies of calls to different URLs must differ in their fields, because a stored attempt
 * is found by its body alone.
 */
export async function sendOnce<Answer>(
  summary: AttemptSummary,
  body: unknown,
  send: (headers: Record<string, string>) => Promise<Answer>,
): Promise<Answer> {
  const digest = digestOf(JSON.stringify(body));
  const stored = storedAttempts(summary.agentId).find((attempt) => attempt.digest === digest);
  const attempt: Attempt = stored ?? { ...summary, key: createKey(), digest, startedAt: Date.now() };
  saveAttempt(attempt);
  keysInFlight.add(attempt.key);
  try {
    const answer = await send({ 'Idempotency-Key': attempt.key });
    removeAttempt(attempt.key);
    return answer;
  } catch (error) {
    if (isSettledBy(error)) removeAttempt(attempt.key);
    throw error;
  } finally {
    keysInFlight.delete(attempt.key);
    attemptsChanged$.next();
  }
}

/** The agent's attempts whose outcome is unknown, without those that this page is sending now. */
export const lostAttempts = (agentId: number): Attempt[] =>
  storedAttempts(agentId).filter(({ key }) => !keysInFlight.has(key));

export const isStillResolvable = ({ startedAt }: Pick<Attempt, 'startedAt'>): boolean =>
  Date.now() - startedAt < RESOLVABLE_MS;

/**
 * Removes an attempt whose outcome stays unknown, unless it is being sent again. The same body is then a new
 * attempt.
 */
export function giveUp(key: string): void {
  if (!keysInFlight.has(key)) removeAttempt(key);
}
