import type { TransactionRequest } from '@palier/shared/contracts';
import { attemptAbandoned, keyReused } from '../ledger/errors';
import type { AgentRefusal, ReversalRefusal } from '../ledger/movement';
import { invalidInput, Refusal } from '../refusals/refusal';
import { factorMissing, proofRequired, unauthenticated } from '../sessions/errors';
import { accountFrozen, accountNotFound } from '../users/errors';

const REFUSALS: Record<Exclude<AgentRefusal, 'funds'>, () => Refusal> = {
  session: unauthenticated,
  proof: proofRequired,
  'no-factor': factorMissing,
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

/** The refusal that the caller of a transaction gets for the ledger's reason. */
export const transactionRefused = (reason: AgentRefusal, type: TransactionRequest['type']): Refusal =>
  reason === 'funds' ? invalidInput(ABOVE_BALANCE[type]).about('amount') : REFUSALS[reason]();

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
