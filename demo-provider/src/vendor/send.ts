import { readAnswer, type Verdict } from './answer.js';
import type { CallbackRequest } from './callback.js';
import type { Profile } from './profile.js';

/** Sends a callback, whose body may be a text as it is, and reads the answer as the vendor does. */
export async function sendCallback(
  profile: Profile,
  { address, headers, body }: Omit<CallbackRequest, 'body'> & { readonly body: unknown },
  timeoutMs: number = profile.answerWaitMs,
): Promise<Verdict> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers,
      body: typeof body === 'string' ? body : JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    return readAnswer(profile, response.status, await response.text());
  } catch (error) {
    return { kind: 'unknown', word: causeOf(error), balance: NaN };
  }
}

/** Why a call has no answer: ECONNREFUSED, TimeoutError, or in words. `fetch` names only a TypeError. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'NO_ANSWER';
  if (!(error.cause instanceof Error)) return error.name;
  return (error.cause as NodeJS.ErrnoException).code ?? error.cause.message;
}
