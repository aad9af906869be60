import type { HistoryPage } from '@palier/shared/contracts';
import { useUser } from '@palier/shared/session';
import { selectionQuery } from '../../lib/selection/selection.rules';
import { useSelectionInUrl } from '../../lib/selection/use-selection-in-url';
import { ROUND_KINDS } from '../../lib/transaction-type';
import { useHistoryPage } from '../../lib/use-history-page';
import { getOutgoingHistory } from './history.api';
import { historyCsv } from './history-csv';
import { AGENT_KINDS, historyFilter } from './history.rules';
import { useFilterInUrl } from './use-filter-in-url';

const EMPTY: HistoryPage = { data: [], totalPages: 0, totalElements: 0, currentPage: 0 };

export function useHistory(targetUserId?: string) {
  const [filter, setFilter] = useFilterInUrl();
  const form = useSelectionInUrl();
  const selection = selectionQuery(form.selection);
  const { history = EMPTY, ...list } = useHistoryPage(
    'outgoing history',
    { targetUserId, selection },
    (page, signal) => getOutgoingHistory({ page, targetUserId, selection }, { signal }),
  );
  const isPlayer = useUser()?.roleName === 'ROLE_CLIENT';
  const target = targetUserId === undefined ? undefined : history.data[0]?.targetUsername;
  return {
    ...list,
    history,
    filter,
    setFilter,
    form: { ...form, kinds: isPlayer ? ROUND_KINDS : AGENT_KINDS },
    rows: history.data.filter(historyFilter(filter)),
    isPlayer,
    number: selection.number ?? null,
    isOfSubAccount: targetUserId !== undefined,
    exported: historyCsv({ targetUserId, target, filter, selection }),
  };
}
