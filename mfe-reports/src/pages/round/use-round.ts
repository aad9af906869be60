import { firstError, isDefiniteRefusal } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { useRefetchOnRevisit } from '@palier/shared/refetch-on-revisit';
import { useUser } from '@palier/shared/session';
import { getRound } from './round.api';
import { messages } from './round.messages';

export function useRound(number: string) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['round', useUser()?.id, number],
    queryFn: ({ signal }) => getRound(number, signal),
    meta: { failureLog: 'round not read' },
  });
  useRefetchOnRevisit(refetch);
  return {
    round: error === null ? data : undefined,
    error: error === null || isFetching ? null : firstError(error, messages.failed),
    isLoading: isFetching && (error !== null || data === undefined),
    /** A missing round or one of another tree is missing at the next try too. */
    canRetry: !isDefiniteRefusal(error) || error.response.status !== 404,
    retry: () => void refetch(),
  };
}
