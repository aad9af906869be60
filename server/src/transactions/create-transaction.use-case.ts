import type { TransactionRequest } from '@palier/shared/contracts';
import { fromMicros, toMicros } from '@palier/shared/money';
import { accountNotFound, Refusal, unauthenticated } from '../refusals/refusal';
import { attemptAbandoned, fingerprintOf, keyReused } from '../ledger/idempotency-key';
import type { AgentRefusal } from '../ledger/movement';
import type { Services } from '../services';
import type { Actor } from '../sessions/session-checked-by-ledger';
import { lookupUsername } from '../users/username';

/**
 * Section 7 of docs/spec-coverage.md, create transaction: DEPOSIT moves money from the caller to a direct child, WITHDRAWAL from that child
 * to the
 * caller. Any other receiver is not found, whoever it is. The ledger looks for it, and at the session, in the statement that
 * moves the money.
 */
export async function createTransaction(
  { ledger, config, announcer }: Services,
  { userId, accountId, sessionId }: Actor,
  request: TransactionRequest,
  key: string | undefined,
): Promise<{ agentNewBalance: number }> {
  const result = await ledger.applyAgent({
    kind: request.type,
    sessionId,
    agentAccountId: accountId,
    agentUserId: userId,
    receiverUsername: lookupUsername(request.receiverUsername),
    amount: toMicros(request.amount),
    ...(key === undefined
      ? {}
      : { key, fingerprint: fingerprintOf(config.JWT_SECRET, 'transaction', request) }),
  });
  if (!result.ok) throw refusalOf(result.reason, request.type);
  // Of a repeat as well: the process that made the payment may have died before it could tell.
  announcer.announceBalance(userId);
  announcer.announceBalance(result.targetUserId);
  return { agentNewBalance: fromMicros(result.initiatorBalance) };
}

function refusalOf(reason: AgentRefusal, type: TransactionRequest['type']): Refusal {
  switch (reason) {
    case 'session':
      return unauthenticated();
    case 'receiver':
      return accountNotFound();
    case 'key-reused':
      return keyReused();
    case 'abandoned':
      return attemptAbandoned();
    case 'limit':
      return new Refusal('invalid-input', 'Le solde maximal du compte serait dépassé.');
    case 'funds':
      return new Refusal(
        'invalid-input',
        type === 'DEPOSIT'
          ? 'Le montant à ajouter dépasse votre solde disponible.'
          : 'Le montant à retirer dépasse le solde disponible.',
      );
  }
}
