import type { TransactionRequest } from '@palier/shared/contracts';
import type { RequestStatus } from '@palier/shared/contracts/balance-requests';
import { attemptAbandoned, keyReused } from '../ledger/errors';
import type { AgentRefusal, PaymentRefusal, ReversalRefusal } from '../ledger/movement';
import { invalidInput, Refusal } from '../refusals/refusal';
import { requestClosed, requestNotFound } from '../refusals/request-refusals';
import { unauthenticated } from '../sessions/errors';
import { accountFrozen, accountNotFound } from '../users/errors';

const REFUSALS: Record<Exclude<AgentRefusal, 'funds'>, () => Refusal> = {
  session: unauthenticated,
  receiver: accountNotFound,
  'key-reused': keyReused,
  abandoned: attemptAbandoned,
  frozen: accountFrozen,
  limit: () => invalidInput('Le solde maximal du compte serait dépassé.').about('amount'),
};
const ABOVE_BALANCE: Record<TransactionRequest['type'], string> = {
  DEPOSIT: 'Le montant à ajouter dépasse votre solde disponible.',
  WITHDRAWAL: 'Le montant à retirer dépasse le solde disponible.',
};

interface RefusedTransaction {
  readonly reason: PaymentRefusal;
  /** Of the request that the movement was to pay. */
  readonly status?: RequestStatus | null;
}

/** The refusal that the caller of a transaction gets for the ledger's reason. */
export function transactionRefused(
  { reason, status }: RefusedTransaction,
  type: TransactionRequest['type'],
): Refusal {
  switch (reason) {
    case 'funds':
      return invalidInput(ABOVE_BALANCE[type]).about('amount');
    case 'request':
      return requestNotFound();
    case 'request-amount':
      return invalidInput('Le montant doit être celui de la demande.').about('amount');
    case 'request-closed':
      return requestClosed(status);
    default:
      return REFUSALS[reason]();
  }
}

/** One answer for a missing movement and for a movement of others. */
export const movementNotFound = (): Refusal => new Refusal('not-found', 'Mouvement introuvable.');

const REVERSAL_REFUSALS: Record<ReversalRefusal, () => Refusal> = {
  ...REFUSALS,
  unknown: movementNotFound,
  kind: () => new Refusal('not-a-deposit', 'Seul un ajout peut être annulé.'),
  reversed: () => new Refusal('already-reversed', 'Cet ajout a déjà été annulé ou corrigé.'),
  late: () => new Refusal('too-late', 'Un ajout ne peut être annulé que pendant 30 minutes.'),
  funds: () =>
    new Refusal('money-spent', "Le compte n'a plus ce montant\u00a0: l'ajout ne peut plus être annulé."),
};

/** The refusal that the caller of a reversal gets for the ledger's reason. */
export const reversalRefused = (reason: ReversalRefusal): Refusal => REVERSAL_REFUSALS[reason]();
