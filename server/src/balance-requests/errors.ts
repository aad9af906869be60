import type { RequestStatus } from '@palier/shared/contracts/balance-requests';
import type { NewRequestResult, RequestEndResult } from '../ledger/movement';
import { invalidInput, Refusal } from '../refusals/refusal';
import { requestClosed, requestNotFound } from '../refusals/request-refusals';
import { notAllowed, unauthenticated } from '../sessions/errors';
import { accountFrozen } from '../users/errors';

type NewRequestRefusal = Extract<NewRequestResult, { ok: false }>['reason'];
type EndRefusal = Extract<RequestEndResult, { ok: false }>['reason'];

const balanceLimit = (): Refusal => invalidInput('Le solde maximal du compte serait dépassé.');

const NEW_REQUEST_REFUSALS: Record<NewRequestRefusal, () => Refusal> = {
  session: unauthenticated,
  'no-parent': notAllowed,
  kind: () => invalidInput('Seul un joueur peut demander un retrait.'),
  open: () =>
    new Refusal(
      'conflict',
      'Vous avez déjà une demande de ce type en cours. Retirez-la pour en faire une autre.',
    ),
  frozen: accountFrozen,
  funds: () => invalidInput('Le montant à retirer dépasse le solde disponible.').about('amount'),
  limit: balanceLimit,
};

/** The refusal that the asker gets for the ledger's reason. */
export const newRequestRefused = (reason: NewRequestRefusal): Refusal => NEW_REQUEST_REFUSALS[reason]();

/** The refusal of a call that ends a request. `status`: how it was closed before. */
export function endRefused(reason: EndRefusal, status: RequestStatus | undefined): Refusal {
  if (reason === 'closed') return requestClosed(status);
  if (reason === 'session') return unauthenticated();
  return reason === 'limit' ? balanceLimit() : requestNotFound();
}
