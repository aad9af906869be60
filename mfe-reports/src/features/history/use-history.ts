import type { HistoryItem, Page } from '@palier/shared/contracts';
import { logIgnored } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { useSearchParams } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { useEffect } from 'react';
import { usePageInAddress } from '../../page-in-address/use-page-in-address';
import { getOutgoingHistory } from './history.api';
import { historyCsv } from './history-csv';
import { historyFilter } from './history.rules';

const NOTHING: Page<HistoryItem> = { data: [], totalPages: 0, totalElements: 0, currentPage: 0 };

/** The history as the address asks for it: its page and its filter. */
export function useHistory(targetUserId?: string) {
  const [address, setAddress] = useSearchParams();
  const [page, setPage] = usePageInAddress();
  const filter = address.get('filtre') ?? '';
  const { data, error, isPending } = useQuery({
    queryKey: ['outgoing-history', useUser()?.id, targetUserId, page],
    queryFn: ({ signal }) => getOutgoingHistory({ page, targetUserId }, { signal }),
  });

  useEffect(() => {
    if (error !== null) logIgnored(error, 'history: the outgoing history could not be read');
  }, [error]);

  // A letter is no step that Back should undo.
  const setFilter = (text: string): void =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (text === '') after.delete('filtre');
        else after.set('filtre', text);
        return after;
      },
      { replace: true },
    );

  // Spec §8: a failure is only logged.
  const history = error === null ? (data ?? NOTHING) : NOTHING;
  return {
    page,
    setPage,
    filter,
    setFilter,
    history,
    rows: history.data.filter(historyFilter(filter)),
    isLoading: isPending,
    exported: historyCsv({
      targetUserId,
      target: targetUserId === undefined ? undefined : history.data[0]?.targetUsername,
      filter,
    }),
  };
}
