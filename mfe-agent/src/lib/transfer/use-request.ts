import type { RequestToPay } from '@palier/shared/contracts/balance-requests';
import { firstError, http } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { useSearchParams } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { messages } from './transfer.messages';

/** Without the contract's schema, which is for the server. */
const requestAnswer = {
  parse(body: unknown): RequestToPay {
    if (typeof (Object(body) as Partial<RequestToPay>).amount !== 'number')
      throw new Error('request: no amount');
    return body as RequestToPay;
  },
};

/** The request that the address names (`?request=`), which the movement pays (decision 0113). */
export interface PaidRequest {
  readonly id: number;
  /** Undefined while it is read, or if it cannot be read. */
  readonly request: RequestToPay | undefined;
  readonly isPending: boolean;
  readonly error: string | null;
}

/** Null where the address names no request. */
export function usePaidRequest(): PaidRequest | null {
  const [params] = useSearchParams();
  const id = Number(/^[1-9]\d{0,8}$/.exec(params.get('request') ?? '')?.[0] ?? 0);
  const { data, isPending, error } = useQuery({
    queryKey: ['request', useUser()?.id, id],
    queryFn: ({ signal }) => http.get(`/requests/received/${id}`, requestAnswer, { signal }),
    enabled: id > 0,
    gcTime: 0,
    meta: { failureLog: 'request not read' },
  });
  if (id === 0) return null;
  return {
    id,
    request: data,
    isPending,
    error: error === null ? null : firstError(error, messages.requestUnread),
  };
}
