import { firstError } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { useUser } from '@palier/shared/session';
import { getMovement } from './receipt.api';
import { messages } from './receipt.messages';

export function useReceipt(id: string) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['movement', useUser()?.id, id],
    queryFn: ({ signal }) => getMovement(id, signal),
    meta: { failureLog: 'receipt not read' },
  });
  return {
    item: error === null ? data : undefined,
    error: error === null || isFetching ? null : firstError(error, messages.failed),
    isLoading: isFetching && (error !== null || data === undefined),
    refetch,
  };
}
