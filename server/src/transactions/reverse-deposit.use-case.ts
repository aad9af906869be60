import type { TransactionAnswer } from '@palier/shared/contracts';
import { fromMicros } from '@palier/shared/money';
import type { Pool } from '../database/pool';
import { sendWithKey, type FingerprintSecrets } from '../ledger/idempotency-key';
import { reverseDeposit } from '../ledger/ledger.repository';
import type { Actor } from '../sessions/session-checked-by-ledger';
import { reversalRefused } from './errors';

export interface ReversalDependencies extends FingerprintSecrets {
  readonly pool: Pool;
  readonly announceBalance: (userId: number) => void;
}

/**
 * Takes the caller's own deposit back while its receiver still has the money (decision 0054). The ledger
 * checks everything.
 */
export async function reverseOwnDeposit(
  { pool, announceBalance, ...secrets }: ReversalDependencies,
  { userId, accountId, sessionId }: Actor,
  transferId: number,
  key: string | undefined,
): Promise<TransactionAnswer> {
  const reversal = { agentAccountId: accountId, agentUserId: userId, transferId, sessionId };
  const result = await sendWithKey(secrets, [{ transferId }, key], (keyed) =>
    reverseDeposit(pool, { ...reversal, ...keyed }),
  );
  if (!result.ok) throw reversalRefused(result.reason);
  announceBalance(userId);
  announceBalance(result.targetUserId);
  return { agentNewBalance: fromMicros(result.initiatorBalance), transactionId: result.transferId };
}
