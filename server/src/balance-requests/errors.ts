import type { RequestStatus } from '@palier/shared/contracts/balance-requests';
import type { NewRequestResult, RequestEndResult } from '../ledger/movement';
import { refusalOf, type Refusal } from '../refusals/refusal';
import type { RefusalName } from '../refusals/refusal-texts';
import { requestClosed } from '../refusals/request-closed';

type NewRequestRefusal = Extract<NewRequestResult, { ok: false }>['reason'];
type EndRefusal = Extract<RequestEndResult, { ok: false }>['reason'];

const NEW_REQUEST_REFUSALS: Record<NewRequestRefusal, RefusalName> = {
  session: 'unauthenticated',
  'no-parent': 'not-allowed',
  kind: 'invalid-input/payout',
  open: 'conflict/request-open',
  frozen: 'account-frozen',
  funds: 'insufficient-funds/withdrawal',
  limit: 'balance-limit',
};

/** The refusal that the asker gets for the ledger's reason. */
export function newRequestRefused(reason: NewRequestRefusal): Refusal {
  const refusal = refusalOf(NEW_REQUEST_REFUSALS[reason]);
  return reason === 'funds' ? refusal.about('amount') : refusal;
}

const END_REFUSALS: Record<Exclude<EndRefusal, 'closed'>, RefusalName> = {
  unknown: 'not-found/request',
  session: 'unauthenticated',
  limit: 'balance-limit',
};

/** The refusal of a call that ends a request. `status`: how it was closed before. */
export const endRefused = (reason: EndRefusal, status: RequestStatus | undefined): Refusal =>
  reason === 'closed' ? requestClosed(status) : refusalOf(END_REFUSALS[reason]);
