import { inTransaction, type Pool } from '../database/pool';
import { assertSessionIsLive, type Caller } from '../sessions/authenticate';
import { resolveAttempt } from '../ledger/ledger.repository';

/** Reports whether the caller's lost call was carried out; an unknown key is refused from now on. */
export const resolveOwnAttempt = (
  pool: Pool,
  caller: Caller,
  key: string,
): Promise<{ wasCarriedOut: boolean }> =>
  inTransaction(pool, async (client) => {
    const wasCarriedOut = await resolveAttempt(client, caller.user.accountId, key);
    await assertSessionIsLive(client, caller);
    return { wasCarriedOut };
  });
