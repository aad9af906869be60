import { isDefiniteRefusal } from '@palier/shared/http';
import { useRefetchOnRevisit } from '@palier/shared/refetch-on-revisit';
import { useRead } from '../../lib/report-read/use-read';
import { getRound } from './round.api';
import { messages } from './round.messages';

export function useRound(number: string) {
  const { failure, refetch, ...shown } = useRead(
    'round',
    [number],
    (signal) => getRound(number, signal),
    messages.failed,
  );
  useRefetchOnRevisit(refetch);
  // A missing round or one of another tree is missing at the next try too.
  const canRetry = !isDefiniteRefusal(failure) || failure.response.status !== 404;
  return { ...shown, retry: canRetry ? refetch : undefined };
}
