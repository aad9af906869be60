import type { TransactionRequest } from '@palier/shared/contracts';
import { fromMicros, toMicros } from '@palier/shared/money';
import { accountNotFound, Refusal, unauthenticated } from '../errors/refusal';
import { attemptAbandoned, fingerprintOf, keyReused } from '../idempotency/idempotency-key';
import type { Services } from '../services';
import type { Actor } from '../sessions/defer-session';
import { lookupUsername } from '../users/username';

/**
 * Spec §7, create transaction: DEPOSIT moves money from the caller to a direct child, WITHDRAWAL from that child to the
 * caller. Any other receiver is not found, whoever it is. The ledger looks for it, and at the session, in the statement that
 * moves the money.
 */
export async function createTransaction(
  { ledger, config, announcer }: Services,
  { userId, accountId, sessionId }: Actor,
  request: TransactionRequest,
  key: string | undefined,
): Promise<{ agentNewBalance: number }> {
  const result = await ledger.apply({
    kind: request.type,
    session: sessionId,
    initiator: accountId,
    parent: userId,
    receiver: lookupUsername(request.receiverUsername),
    amount: toMicros(request.amount),
    ...(key === undefined
      ? {}
      : { key, fingerprint: fingerprintOf(config.JWT_SECRET, 'transaction', request) }),
  });
  if (result.reason === 'session') throw unauthenticated();
  if (result.reason === 'receiver') throw accountNotFound();
  if (result.reason === 'key-reused') throw keyReused();
  if (result.reason === 'abandoned') throw attemptAbandoned();
  if (result.reason === 'limit')
    throw new Refusal('invalid-input', 'Le solde maximal du compte serait dépassé.');
  const { initiatorBalance, targetUserId } = result;
  if (!result.ok || initiatorBalance === undefined) {
    throw new Refusal(
      'invalid-input',
      request.type === 'DEPOSIT'
        ? 'Le montant à ajouter dépasse votre solde disponible.'
        : 'Le montant à retirer dépasse le solde disponible.',
    );
  }
  // Of a repeat as well: the process that made the payment may have died before it could tell.
  announcer.announceBalance(userId);
  if (targetUserId !== undefined) announcer.announceBalance(targetUserId);
  return { agentNewBalance: fromMicros(initiatorBalance) };
}
