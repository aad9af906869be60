import type { TransactionAnswer, TransactionRequest } from '@palier/shared/contracts';
import { fromMicros, toMicros } from '@palier/shared/money';
import { sendWithKey, type FingerprintSecrets } from '../ledger/idempotency-key';
import type { LedgerWriter } from '../ledger/writer';
import type { Actor } from '../sessions/session-checked-by-ledger';
import { lookupUsername } from '../users/username';
import { transactionRefused } from './errors';

export interface TransactionDependencies extends FingerprintSecrets {
  readonly ledger: Pick<LedgerWriter, 'applyAgent'>;
  readonly announceBalance: (userId: number) => void;
}

/**
 * Section 7 of docs/spec-coverage.md, create transaction: DEPOSIT moves money from the caller to a direct
 * child, WITHDRAWAL from the child to the caller; any other receiver is answered as not found. The ledger
 * checks receiver and session in the statement that moves the money.
 */
export async function createTransaction(
  { ledger, announceBalance, ...secrets }: TransactionDependencies,
  { userId, accountId, sessionId }: Actor,
  request: TransactionRequest,
  key: string | undefined,
): Promise<TransactionAnswer> {
  const movement = {
    kind: request.type,
    sessionId,
    agentAccountId: accountId,
    agentUserId: userId,
    receiverUsername: lookupUsername(request.receiverUsername),
    amount: toMicros(request.amount),
    ...(request.note === undefined ? {} : { note: request.note }),
  };
  const result = await sendWithKey(secrets, [request, key], (keyed) =>
    ledger.applyAgent({ ...movement, ...keyed }),
  );
  if (!result.ok) throw transactionRefused(result, request.type);
  // Also after a repeated call: the process that moved the money may have died before it announced the
  // balances.
  announceBalance(userId);
  announceBalance(result.targetUserId);
  return { agentNewBalance: fromMicros(result.initiatorBalance), transactionId: result.transferId };
}
