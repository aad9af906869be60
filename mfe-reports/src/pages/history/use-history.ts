import type { HistoryItem, Page } from '@palier/shared/contracts';
import { useHistoryPage } from '../../lib/use-history-page';
import { getOutgoingHistory } from './history.api';
import { historyCsv } from './history-csv';
import { historyFilter } from './history.rules';
import { useFilterInUrl } from './use-filter-in-url';

const EMPTY: Page<HistoryItem> = { data: [], totalPages: 0, totalElements: 0, currentPage: 0 };

export function useHistory(targetUserId?: string) {
  const [filter, setFilter] = useFilterInUrl();
  const { history = EMPTY, ...list } = useHistoryPage('outgoing history', targetUserId, (page, signal) =>
    getOutgoingHistory({ page, targetUserId }, { signal }),
  );
  const target = targetUserId === undefined ? undefined : history.data[0]?.targetUsername;
  return {
    ...list,
    history,
    filter,
    setFilter,
    rows: history.data.filter(historyFilter(filter)),
    isOfSubAccount: targetUserId !== undefined,
    exported: historyCsv({ targetUserId, target, filter }),
  };
}
