import { logIgnored } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { useReadAgain } from '@palier/shared/read-again';
import { useUser } from '@palier/shared/session';
import { useEffect } from 'react';
import { usePageInAddress } from '../../page-in-address/use-page-in-address';
import { getIncomingHistory } from './transactions.api';

export function useTransactions() {
  const [page, setPage] = usePageInAddress();
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: ['incoming-history', useUser()?.id, page],
    queryFn: ({ signal }) => getIncomingHistory(page, { signal }),
    // The pager stays under the finger while the next page is read.
    placeholderData: (before) => before,
  });

  useReadAgain(refetch);

  useEffect(() => {
    if (error !== null) logIgnored(error, 'transactions: the incoming history could not be read');
  }, [error]);

  return {
    page,
    setPage,
    history: data,
    hasFailed: error !== null,
    isLoading: isPending || isPlaceholderData,
  };
}
