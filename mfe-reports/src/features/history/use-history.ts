import type { HistoryItem, Page } from '@palier/shared/contracts';
import { logIgnored } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { useUser } from '@palier/shared/session';
import { useEffect, useState } from 'react';
import { getOutgoingHistory } from './history.api';
import { filterHistory } from './history.rules';

const NOTHING: Page<HistoryItem> = { data: [], totalPages: 0, totalElements: 0, currentPage: 0 };

export function useHistory(targetUserId?: string) {
  const [page, setPage] = useState(0);
  const [filter, setFilter] = useState('');
  const { data, error, isPending } = useQuery({
    queryKey: ['outgoing-history', useUser()?.id, targetUserId, page],
    queryFn: ({ signal }) => getOutgoingHistory(page, targetUserId, signal),
  });

  useEffect(() => {
    if (error !== null) logIgnored(error, 'history: the outgoing history could not be read');
  }, [error]);

  // Spec §8: a failure is only logged.
  const history = error === null ? (data ?? NOTHING) : NOTHING;
  return {
    page,
    setPage,
    filter,
    setFilter,
    history,
    rows: filterHistory(history.data, filter),
    isLoading: isPending,
  };
}
