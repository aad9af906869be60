import type { HistoryItem, Page } from '@palier/shared/contracts';
import { useQuery } from '@palier/shared/query';
import { useRefetchOnRevisit } from '@palier/shared/refetch-on-revisit';
import { useUser } from '@palier/shared/session';
import { useLoggedError } from '../../lib/use-logged-error';
import { usePageInAddress } from '../../lib/use-page-in-url';
import { getOutgoingHistory } from './history.api';
import { historyCsv } from './history-csv';
import { historyFilter } from './history.rules';
import { useFilterInAddress } from './use-filter-in-url';

const NOTHING: Page<HistoryItem> = { data: [], totalPages: 0, totalElements: 0, currentPage: 0 };

/** The history as the address asks for it: its page and its filter. */
export function useHistory(targetUserId?: string) {
  const [page, setPage] = usePageInAddress();
  const [filter, setFilter] = useFilterInAddress();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['outgoing-history', useUser()?.id, targetUserId, page],
    queryFn: ({ signal }) => getOutgoingHistory({ page, targetUserId }, { signal }),
    // The pager stays under the finger while the next page is read. Each account's history is a screen of its own.
    placeholderData: (before) => before,
  });

  useRefetchOnRevisit(refetch);
  useLoggedError(error, 'history: the outgoing history could not be read');

  const history = data ?? NOTHING;
  const isKnown = data !== undefined && error === null && !isPlaceholderData;
  return {
    page,
    setPage,
    filter,
    setFilter,
    history,
    rows: history.data.filter(historyFilter(filter)),
    isOfChild: targetUserId !== undefined,
    isLoading: isFetching && !isKnown,
    // Spec §8: the table has no rows then; but nobody is to read from it that there was no payment.
    hasFailed: !isFetching && !isKnown,
    readAgain: refetch,
    exported: historyCsv({
      targetUserId,
      target: targetUserId === undefined ? undefined : history.data[0]?.targetUsername,
      filter,
    }),
  };
}
