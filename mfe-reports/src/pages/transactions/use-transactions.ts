import { useQuery } from '@palier/shared/query';
import { useRefetchOnRevisit } from '@palier/shared/refetch-on-revisit';
import { useUser } from '@palier/shared/session';
import { useLoggedError } from '../../lib/use-logged-error';
import { usePageInAddress } from '../../lib/use-page-in-url';
import { getIncomingHistory } from './transactions.api';

export function useTransactions() {
  const [page, setPage] = usePageInAddress();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['incoming-history', useUser()?.id, page],
    queryFn: ({ signal }) => getIncomingHistory(page, { signal }),
    // The pager stays under the finger while the next page is read.
    placeholderData: (before) => before,
  });

  useRefetchOnRevisit(refetch);
  useLoggedError(error, 'transactions: the incoming history could not be read');

  const isKnown = data !== undefined && error === null && !isPlaceholderData;
  return {
    page,
    setPage,
    history: data,
    hasFailed: !isFetching && !isKnown,
    isLoading: isFetching && !isKnown,
    readAgain: refetch,
  };
}
