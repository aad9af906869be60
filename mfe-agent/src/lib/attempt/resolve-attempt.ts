import { attemptOutcomeSchema } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';

/**
 * Whether the call with this key moved money. The server refuses an unknown key from then on (decision 0005).
 */
export async function resolveAttempt(key: string): Promise<boolean> {
  const path = `/transactions/attempts/${key}`;
  const { wasCarriedOut } = await http.post(path, undefined, attemptOutcomeSchema, { quiet: true });
  return wasCarriedOut;
}
