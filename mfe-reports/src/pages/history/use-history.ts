import type { HistoryPage } from '@palier/shared/contracts';
import { useSearchParams } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { useUrlText } from '@palier/shared/url-text';
import { selectionQuery, useSelectionInUrl } from '../../lib/selection/selection.rules';
import { ROUND_KINDS } from '../../lib/transaction-type';
import type { HistoryQuery } from '../../lib/history/history.api';
import { useHistoryPage } from '../../lib/history/use-history-page';
import { withParameter } from '../../lib/use-page-in-url';
import { AGENT_KINDS, historyFilter, PAGE_SIZE } from './history.rules';

const PARAMETER = 'filtre';

function useFilterInUrl(): readonly [text: string, setText: (text: string) => void] {
  const [, setParams] = useSearchParams();
  const { text, setText, replaceWhileTyping } = useUrlText(PARAMETER);

  function setFilter(typed: string): void {
    setText(typed);
    setParams((before) => withParameter(before, PARAMETER, typed), replaceWhileTyping);
  }
  return [text, setFilter];
}

const EMPTY: HistoryPage = { data: [], totalPages: 0, totalElements: 0, currentPage: 0 };

export function useHistory(targetUserId?: string) {
  const [filter, setFilter] = useFilterInUrl();
  const form = useSelectionInUrl();
  const selection = selectionQuery(form.selection);
  const query: HistoryQuery = { direction: 'outgoing', targetUserId, selection };
  const { history = EMPTY, ...list } = useHistoryPage(query, PAGE_SIZE);
  const isPlayer = useUser()?.roleName === 'ROLE_CLIENT';
  return {
    ...list,
    history,
    filter,
    setFilter,
    form: { ...form, kinds: isPlayer ? ROUND_KINDS : AGENT_KINDS },
    rows: history.data.filter(historyFilter(filter)),
    isPlayer,
    number: selection.number ?? null,
    query,
  };
}
