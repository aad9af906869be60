import { type Page, type SubAccount, subAccountPageSchema } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import { useQuery } from '@palier/shared/query';
import { useRefetchOnRevisit } from '@palier/shared/refetch-on-revisit';
import { pageOfAddress, useSearchParams } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { useLiveBalances } from '../../lib/live-balances/live-balances';
import { type ListState, sortOfUrl, stateOfUrl, toQuery, toUrlParameters } from './sub-accounts.rules';

/** A page of the list, or with a term of its search. */
const listSubAccounts = (list: ListState, signal?: AbortSignal): Promise<Page<SubAccount>> =>
  list.term === ''
    ? http.post('/user/sub-accounts', undefined, subAccountPageSchema, { query: toQuery(list), signal })
    : http.post('/user/search', undefined, subAccountPageSchema, {
        query: { username: list.term, ...toQuery(list) },
        signal,
      });

const EMPTY: Page<SubAccount> = { data: [], totalPages: 0, totalElements: 0, currentPage: 0 };

export function useSubAccounts() {
  const [params, setParams] = useSearchParams();
  const list: ListState = {
    page: pageOfAddress(params.get('page')),
    term: (params.get('username') ?? '').trim(),
    sort: sortOfUrl(params.get('tri')),
    state: stateOfUrl(params.get('etat')),
  };
  const { page, ...selection } = list;
  const userId = useUser()?.id;
  const selectionKey = JSON.stringify(selection);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['sub-accounts', userId, selectionKey, page],
    queryFn: async ({ signal }) => {
      const readAtMs = performance.now();
      return { ...(await listSubAccounts(list, signal)), readAtMs };
    },
    meta: { failureLog: 'sub-accounts: list not read' },
    // The pager stays in place while the next page of the same selection is read.
    placeholderData: (before, query) =>
      query?.queryKey[1] === userId && query?.queryKey[2] === selectionKey ? before : undefined,
  });

  useRefetchOnRevisit(refetch);

  /** Opens the first page of another selection. */
  const select = (change: Partial<ListState>): void =>
    setParams(toUrlParameters({ ...list, page: 0, ...change }));

  function search(text: string): void {
    const term = text.trim();
    if (term === list.term && page === 0) void refetch();
    else select({ term });
  }

  const accounts = error === null ? (data ?? EMPTY) : EMPTY;
  const rows = useLiveBalances(accounts.data, data?.readAtMs);
  const isLoaded = data !== undefined && error === null && !isPlaceholderData;
  return {
    ...list,
    accounts,
    rows,
    isLoading: isFetching && !isLoaded,
    hasFailed: !isFetching && !isLoaded,
    refetch,
    search,
    select,
  };
}
