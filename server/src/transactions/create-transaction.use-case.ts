import type { TransactionRequest } from '@palier/shared/contracts';
import { fromMicros, toMicros } from '@palier/shared/money';
import { accountNotFound, Refusal } from '../errors/refusal';
import { fingerprintOf, keyReused } from '../idempotency/idempotency-key';
import type { Services } from '../services';
import type { Caller } from '../sessions/authenticate';
import { lookupUsername } from '../sessions/password-policy';
import { findChildByUsername } from '../users/user.repository';

/**
 * Spec §7, create transaction: DEPOSIT moves money from the caller to a direct child, WITHDRAWAL from that child to the
 * caller. Any other receiver is not found, whoever it is.
 */
export async function createTransaction(
  { pool, ledger, config, announcer }: Services,
  { user }: Caller,
  request: TransactionRequest,
  key: string | undefined,
): Promise<{ agentNewBalance: number }> {
  const child = await findChildByUsername(pool, user.id, lookupUsername(request.receiverUsername));
  if (child === null) throw accountNotFound();
  const isDeposit = request.type === 'DEPOSIT';
  const result = await ledger.apply({
    kind: request.type,
    debit: isDeposit ? user.accountId : child.accountId,
    credit: isDeposit ? child.accountId : user.accountId,
    initiator: user.accountId,
    target: child.accountId,
    amount: toMicros(request.amount),
    ...(key === undefined ? {} : { key }),
    fingerprint: fingerprintOf(config.JWT_SECRET, 'transaction', request),
  });
  if (result.reason === 'key-reused') throw keyReused();
  if (result.reason === 'limit')
    throw new Refusal('invalid-input', 'Le solde maximal du compte serait dépassé.');
  if (!result.ok || result.initiatorBalance === undefined || result.targetBalance === undefined) {
    throw new Refusal(
      'invalid-input',
      isDeposit
        ? 'Le montant à ajouter dépasse votre solde disponible.'
        : 'Le montant à retirer dépasse le solde disponible.',
    );
  }
  if (result.replayed !== true) {
    announcer.announceBalance(user.id, result.initiatorBalance);
    announcer.announceBalance(child.id, result.targetBalance);
  }
  return { agentNewBalance: fromMicros(result.initiatorBalance) };
}
