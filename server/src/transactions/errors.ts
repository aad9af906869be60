import type { TransactionRequest } from '@palier/shared/contracts';
import { attemptAbandoned, keyReused } from '../ledger/errors';
import type { AgentRefusal, ReversalRefusal } from '../ledger/movement';
import { invalidInput, Refusal } from '../refusals/refusal';
import { unauthenticated } from '../sessions/errors';
import { accountFrozen, accountNotFound } from '../users/errors';

/** The refusal that the caller of a transaction gets for the ledger's reason. */
export function transactionRefused(reason: AgentRefusal, type: TransactionRequest['type']): Refusal {
  switch (reason) {
    case 'session':
      return unauthenticated();
    case 'receiver':
      return accountNotFound();
    case 'key-reused':
      return keyReused();
    case 'abandoned':
      return attemptAbandoned();
    case 'frozen':
      return accountFrozen();
    case 'limit':
      return invalidInput('Le solde maximal du compte serait dépassé.');
    case 'funds':
      return invalidInput(
        type === 'DEPOSIT'
          ? 'Le montant à ajouter dépasse votre solde disponible.'
          : 'Le montant à retirer dépasse le solde disponible.',
      );
  }
}

/** One answer for a missing movement and for a movement of others. */
export const movementNotFound = (): Refusal => new Refusal('not-found', 'Mouvement introuvable.');

/** The refusal that the caller of a reversal gets for the ledger's reason. */
export function reversalRefused(reason: ReversalRefusal): Refusal {
  switch (reason) {
    case 'unknown':
      return movementNotFound();
    case 'kind':
      return new Refusal('not-a-deposit', 'Seul un ajout peut être annulé.');
    case 'reversed':
      return new Refusal('already-reversed', 'Cet ajout a déjà été annulé ou corrigé.');
    case 'late':
      return new Refusal('too-late', 'Un ajout ne peut être annulé que pendant 30 minutes.');
    case 'funds':
      return new Refusal(
        'money-spent',
        "Le compte n'a plus ce montant\u00a0: l'ajout ne peut plus être annulé.",
      );
    default:
      return transactionRefused(reason, 'DEPOSIT');
  }
}
