import type { TransactionRequest } from '@palier/shared/contracts';
import { isAboutAmount, MOVEMENT_REFUSALS, movementRefused } from '../ledger/errors';
import type { AgentResult, ReversalRefusal } from '../ledger/movement';
import { refusalOf, type Refusal } from '../refusals/refusal';
import type { RefusalName } from '../refusals/refusal-texts';

/** The refusal that the caller of a transaction gets for the ledger's result. */
export function transactionRefused(
  { reason, limit }: Pick<Extract<AgentResult, { ok: false }>, 'reason' | 'limit'>,
  type: TransactionRequest['type'],
): Refusal {
  if (reason === 'funds')
    return refusalOf(
      type === 'DEPOSIT' ? 'insufficient-funds/deposit' : 'insufficient-funds/withdrawal',
    ).about('amount');
  const refusal = movementRefused({ reason, ...(limit === undefined ? {} : { limit }) });
  return isAboutAmount(reason) ? refusal.about('amount') : refusal;
}

/** One answer for a missing movement and for a movement of others. */
export const movementNotFound = (): Refusal => refusalOf('not-found/movement');

const REVERSAL_REFUSALS: Record<ReversalRefusal, RefusalName> = {
  ...MOVEMENT_REFUSALS,
  unknown: 'not-found/movement',
  kind: 'not-a-deposit',
  reversed: 'already-reversed',
  late: 'too-late',
  funds: 'money-spent',
};

/** The refusal that the caller of a reversal gets for the ledger's reason. */
export const reversalRefused = (reason: ReversalRefusal): Refusal => refusalOf(REVERSAL_REFUSALS[reason]);
