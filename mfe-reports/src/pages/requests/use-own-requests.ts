import { bus } from '@palier/shared/bus';
import type { OwnRequests } from '@palier/shared/contracts/balance-requests';
import type { BalanceRequest } from '@palier/shared/contracts';
import { http, noContent } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { useUser } from '@palier/shared/session';
import { useEffect } from 'react';
import { answerWithList } from '../../lib/answer-with-list';

/** A player's page has no socket before the catalogue, so an open request is read again. */
const READ_AGAIN_MS = 10_000;

/** A page of the user's own requests, before the request `before`. */
export function useOwnRequests(before: number | undefined) {
  const { data, isPending, isError, refetch } = useQuery({
    queryKey: ['own-requests', useUser()?.id, before],
    queryFn: async ({ signal }) => ({
      ...(await http.get('/requests', answerWithList<OwnRequests>('data'), {
        query: { before: before === undefined ? undefined : String(before) },
        signal,
        quiet: true,
      })),
      readAtMs: performance.now(),
    }),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => status === 'OPEN') === true ? READ_AGAIN_MS : false,
    refetchOnWindowFocus: true,
  });
  useEffect(() => bus.on('requests/changed', () => void refetch()), [refetch]);
  return { requests: data, isPending, isError, refetch };
}

/** The balance is read again: a request may reserve its sum, or give it back. */
function publishChange(): void {
  bus.emit('requests/changed', {});
  bus.emit('balance/outdated', {});
}

/** Also after a failure: the answer to a request that was made may be lost. */
export async function sendRequest(request: BalanceRequest): Promise<void> {
  try {
    await http.post('/requests', request, noContent);
  } finally {
    publishChange();
  }
}

export async function withdrawRequest(id: number): Promise<void> {
  try {
    await http.post(`/requests/${id}/withdraw`, {}, noContent);
  } finally {
    publishChange();
  }
}
