import type { RequestStatus } from '@palier/shared/contracts/balance-requests';
import { refusalOf, type Refusal } from './refusal';

const CLOSED = {
  PAID: 'conflict/request-paid',
  REFUSED: 'conflict/request-refused',
  WITHDRAWN: 'conflict/request-withdrawn',
  EXPIRED: 'conflict/request-expired',
} as const;

/** The request was closed before the call. The ledger names how; an open request is not refused so. */
export const requestClosed = (status: RequestStatus | null | undefined): Refusal =>
  refusalOf(status == null || status === 'OPEN' ? 'not-found/request' : CLOSED[status]);
