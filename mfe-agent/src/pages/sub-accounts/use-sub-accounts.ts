import type { Page, SubAccount } from '@palier/shared/contracts';
import { useQuery } from '@palier/shared/query';
import { useRefetchOnRevisit } from '@palier/shared/refetch-on-revisit';
import { pageOfAddress, useSearchParams } from '@palier/shared/router';
import { useUser } from '@palier/shared/session';
import { listSubAccounts, searchSubAccounts } from './sub-accounts.api';
import { sortOfUrl, sortRows, toUrlParameters, type Sort } from './sub-accounts.rules';

const EMPTY: Page<SubAccount> = { data: [], totalPages: 0, totalElements: 0, currentPage: 0 };

export function useSubAccounts() {
  const [params, setParams] = useSearchParams();
  const page = pageOfAddress(params.get('page'));
  const term = (params.get('username') ?? '').trim();
  const sort = sortOfUrl(params.get('tri'));
  const userId = useUser()?.id;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    queryKey: ['sub-accounts', userId, term, page],
    queryFn: ({ signal }) =>
      term === '' ? listSubAccounts(page, signal) : searchSubAccounts(term, page, signal),
    meta: { failureLog: 'sub-accounts: list not read' },
    // The pager stays in place while the next page of the same search is read.
    placeholderData: (before, query) =>
      query?.queryKey[1] === userId && query?.queryKey[2] === term ? before : undefined,
  });

  useRefetchOnRevisit(refetch);

  function search(text: string): void {
    const wanted = text.trim();
    if (wanted === term && page === 0) void refetch();
    else setParams(toUrlParameters({ page: 0, term: wanted, sort }));
  }

  const accounts = error === null ? (data ?? EMPTY) : EMPTY;
  const isLoaded = data !== undefined && error === null && !isPlaceholderData;
  return {
    page,
    term,
    sort,
    accounts,
    rows: sortRows(accounts.data, sort),
    isLoading: isFetching && !isLoaded,
    hasFailed: !isFetching && !isLoaded,
    refetch,
    search,
    openPage: (wanted: number) => setParams(toUrlParameters({ page: wanted, term, sort })),
    sortBy: (wanted: Sort) => setParams(toUrlParameters({ page, term, sort: wanted })),
  };
}
