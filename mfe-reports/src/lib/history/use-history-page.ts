import { useQuery } from '@palier/shared/query';
import { useRefetchOnRevisit } from '@palier/shared/refetch-on-revisit';
import { useUser } from '@palier/shared/session';
import { usePageInUrl } from '../use-page-in-url';
import { getHistory, type HistoryQuery } from './history.api';

/** Reads the page of a history that the URL names. */
export function useHistoryPage(query: HistoryQuery, size: number) {
  const [page, setPage] = usePageInUrl();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['history', useUser()?.id, query, page],
    queryFn: ({ signal }) => getHistory(query, page, size, { signal }),
    meta: { failureLog: `${query.direction} history not read` },
    // The pager stays in place while the next page is read.
    placeholderData: (before) => before,
  });
  useRefetchOnRevisit(refetch);

  const isLoaded = data !== undefined && error === null && !isPlaceholderData;
  return {
    page,
    setPage,
    history: data,
    isLoading: isFetching && !isLoaded,
    hasFailed: !isFetching && !isLoaded,
    refetch,
  };
}
