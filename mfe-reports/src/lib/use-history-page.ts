import type { HistoryPage } from '@palier/shared/contracts';
import { useQuery } from '@palier/shared/query';
import { useRefetchOnRevisit } from '@palier/shared/refetch-on-revisit';
import { useUser } from '@palier/shared/session';
import { usePageInUrl } from './use-page-in-url';

/** Reads the page of a history that the URL names. `name` and `target` identify the history in the cache. */
export function useHistoryPage(
  name: string,
  target: unknown,
  read: (page: number, signal: AbortSignal) => Promise<HistoryPage>,
) {
  const [page, setPage] = usePageInUrl();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: [name, useUser()?.id, target, page],
    queryFn: ({ signal }) => read(page, signal),
    meta: { failureLog: `${name} not read` },
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
