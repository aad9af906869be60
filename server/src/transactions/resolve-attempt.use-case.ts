import { inTransaction } from '../database/pool';
import type { Services } from '../services';
import { assertStillLives, type Caller } from '../sessions/authenticate';
import { resolveAttempt } from './attempt.repository';

/** Tells whether the caller's lost call was carried out; a key never seen is refused from now on. */
export const resolveOwnAttempt = (
  { pool }: Services,
  caller: Caller,
  key: string,
): Promise<{ wasCarriedOut: boolean }> =>
  inTransaction(pool, async (client) => {
    const wasCarriedOut = await resolveAttempt(client, caller.user.accountId, key);
    await assertStillLives(client, caller);
    return { wasCarriedOut };
  });
