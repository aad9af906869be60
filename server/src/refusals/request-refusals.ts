import type { RequestStatus } from '@palier/shared/contracts/balance-requests';
import { Refusal } from './refusal';

/** One answer for a missing request and for a request of others. */
export const requestNotFound = (): Refusal => new Refusal('not-found', 'Demande introuvable.');

const CLOSED: Readonly<Record<Exclude<RequestStatus, 'OPEN'>, string>> = {
  PAID: 'Cette demande a déjà été payée.',
  REFUSED: 'Cette demande a été refusée.',
  WITHDRAWN: 'Cette demande a été retirée.',
  EXPIRED: 'Cette demande a expiré.',
};

/** The request was closed before the call: paid, refused, withdrawn or expired. */
export const requestClosed = (status: RequestStatus | null | undefined): Refusal =>
  new Refusal(
    'conflict',
    status == null || status === 'OPEN' ? 'Cette demande est déjà close.' : CLOSED[status],
  );
