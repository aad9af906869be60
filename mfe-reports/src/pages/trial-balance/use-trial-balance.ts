import { firstError } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { useUser } from '@palier/shared/session';
import { getTrialBalance } from './trial-balance.api';
import { messages } from './trial-balance.messages';

export function useTrialBalance() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['trial-balance', useUser()?.id],
    queryFn: ({ signal }) => getTrialBalance(signal),
    meta: { failureLog: 'trial balance not read' },
  });

  return {
    balance: error === null ? data : undefined,
    error: error === null || isFetching ? null : firstError(error, messages.failed),
    isLoading: isFetching && (error !== null || data === undefined),
    refresh: () => void refetch(),
  };
}
