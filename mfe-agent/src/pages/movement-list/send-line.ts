import { firstError, isDefiniteRefusal, refusedField } from '@palier/shared/http';
import type { WithProof } from '@palier/shared/prove-identity';
import { isSettledBy } from '../../lib/attempt/attempt';
import type { Outcome, Run, RunLine } from '../../lib/movement-run/run-storage';
import { sendMovement } from './movement-list.api';
import { messages } from './movement-list.messages';

/** What sending a line has led to. Without an outcome the same line is sent again later. */
export type Sent =
  | { readonly outcome: Outcome; readonly ownBalance: number | null }
  | { readonly outcome: null; readonly reason: string; readonly isLost: boolean };

const TOO_MANY = 429;
const MAX_WAIT_S = 60;

/** How long the server asks to wait before the next call; null for any other failure. */
function waitOf(error: unknown): number | null {
  if (!isDefiniteRefusal(error) || error.response.status !== TOO_MANY) return null;
  const seconds = Number(error.response.headers['retry-after']);
  return Math.min(Math.max(seconds || 1, 1), MAX_WAIT_S);
}

const seconds = (count: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, count * 1_000);
  });

function failedBy(error: unknown): Sent {
  // Nothing would be gained by the other lines: they need the same proof.
  if (refusedField(error) === 'proof') return { outcome: null, reason: messages.proofMissing, isLost: false };
  const refusal = firstError(error, messages.lost);
  if (isSettledBy(error)) return { outcome: { refusal }, ownBalance: null };
  return { outcome: null, reason: refusal, isLost: !isDefiniteRefusal(error) };
}

/** Sends one line, after the waits that the server asks for. */
export async function sendLine(run: Run, line: RunLine, withProof: WithProof): Promise<Sent> {
  for (;;) {
    try {
      const { agentNewBalance, transactionId } = await withProof(() => sendMovement(run, line));
      return { outcome: { movement: transactionId ?? null }, ownBalance: agentNewBalance };
    } catch (error) {
      const wait = waitOf(error);
      if (wait === null) return failedBy(error);
      await seconds(wait);
    }
  }
}
