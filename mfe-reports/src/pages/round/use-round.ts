import { isDefiniteRefusal } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { useRefetchOnRevisit } from '@palier/shared/refetch-on-revisit';
import { useUser } from '@palier/shared/session';
import { shownRead } from '../../lib/report-read/shown-read';
import { getRound } from './round.api';
import { messages } from './round.messages';

export function useRound(number: string) {
  const query = useQuery({
    queryKey: ['round', useUser()?.id, number],
    queryFn: ({ signal }) => getRound(number, signal),
    meta: { failureLog: 'round not read' },
  });
  const { error, refetch } = query;
  useRefetchOnRevisit(refetch);
  // A missing round or one of another tree is missing at the next try too.
  const canRetry = !isDefiniteRefusal(error) || error.response.status !== 404;
  return { ...shownRead(query, messages.failed), retry: canRetry ? refetch : undefined };
}
