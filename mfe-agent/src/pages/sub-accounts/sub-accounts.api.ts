import { subAccountPageSchema, type Page, type SubAccount } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import { toQuery, type ListState } from './sub-accounts.rules';

/** A page of the list, or with a term of its search. */
export const listSubAccounts = (list: ListState, signal?: AbortSignal): Promise<Page<SubAccount>> =>
  list.term === ''
    ? http.post('/user/sub-accounts', undefined, subAccountPageSchema, { query: toQuery(list), signal })
    : http.post('/user/search', undefined, subAccountPageSchema, {
        query: { username: list.term, ...toQuery(list) },
        signal,
      });
