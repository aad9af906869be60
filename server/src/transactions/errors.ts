import type { TransactionRequest } from '@palier/shared/contracts';
import { attemptAbandoned, keyReused } from '../ledger/errors';
import type { AgentRefusal } from '../ledger/movement';
import { invalidInput, type Refusal } from '../refusals/refusal';
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
