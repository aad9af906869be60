import { logIgnored } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { useUser } from '@palier/shared/session';
import { useEffect, useState } from 'react';
import { getIncomingHistory } from './transactions.api';

export function useTransactions() {
  const [page, setPage] = useState(0);
  const { data, error, isPending } = useQuery({
    queryKey: ['incoming-history', useUser()?.id, page],
    queryFn: ({ signal }) => getIncomingHistory(page, signal),
  });

  useEffect(() => {
    if (error !== null) logIgnored(error, 'transactions: the incoming history could not be read');
  }, [error]);

  return { page, setPage, history: data, hasFailed: error !== null, isLoading: isPending };
}
