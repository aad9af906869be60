import type { TransactionRequest } from '@palier/shared/contracts';
import { fromMicros, toMicros } from '@palier/shared/money';
import { accountNotFound, Refusal } from '../errors/refusal';
import { attemptAbandoned, fingerprintOf, keyReused } from '../idempotency/idempotency-key';
import type { Services } from '../services';
import type { Caller } from '../sessions/authenticate';
import { lookupUsername } from '../sessions/password-policy';

/**
 * Spec §7, create transaction: DEPOSIT moves money from the caller to a direct child, WITHDRAWAL from that child to the
 * caller. Any other receiver is not found, whoever it is; the ledger looks, in the statement that moves the money.
 */
export async function createTransaction(
  { ledger, config, announcer }: Services,
  { user }: Caller,
  request: TransactionRequest,
  key: string | undefined,
): Promise<{ agentNewBalance: number }> {
  const result = await ledger.apply({
    kind: request.type,
    initiator: user.accountId,
    parent: user.id,
    receiver: lookupUsername(request.receiverUsername),
    amount: toMicros(request.amount),
    ...(key === undefined
      ? {}
      : { key, fingerprint: fingerprintOf(config.JWT_SECRET, 'transaction', request) }),
  });
  if (result.reason === 'receiver') throw accountNotFound();
  if (result.reason === 'key-reused') throw keyReused();
  if (result.reason === 'abandoned') throw attemptAbandoned();
  if (result.reason === 'limit')
    throw new Refusal('invalid-input', 'Le solde maximal du compte serait dépassé.');
  const { initiatorBalance, targetBalance, targetUserId } = result;
  if (!result.ok || initiatorBalance === undefined) {
    throw new Refusal(
      'invalid-input',
      request.type === 'DEPOSIT'
        ? 'Le montant à ajouter dépasse votre solde disponible.'
        : 'Le montant à retirer dépasse le solde disponible.',
    );
  }
  if (result.replayed !== true) {
    announcer.announceBalance(user.id, initiatorBalance);
    if (targetBalance !== undefined && targetUserId !== undefined)
      announcer.announceBalance(targetUserId, targetBalance);
  }
  return { agentNewBalance: fromMicros(initiatorBalance) };
}
