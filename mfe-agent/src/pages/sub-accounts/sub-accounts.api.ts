import { subAccountPageSchema, type Page, type SubAccount } from '@palier/shared/contracts';
import { http, noContent } from '@palier/shared/http';
import { PAGE_SIZE } from './sub-accounts.rules';

export const listSubAccounts = (page: number, signal?: AbortSignal): Promise<Page<SubAccount>> =>
  http.post('/user/sub-accounts', undefined, subAccountPageSchema, {
    query: { page, size: PAGE_SIZE },
    signal,
  });

export const searchSubAccounts = (
  username: string,
  page: number,
  signal?: AbortSignal,
): Promise<Page<SubAccount>> =>
  http.post('/user/search', undefined, subAccountPageSchema, {
    query: { username, page, size: PAGE_SIZE },
    signal,
  });

/** Sends the target state, so that repeated or concurrent calls never flip the state twice. */
export const updateStatus = (id: number, active: boolean): Promise<void> =>
  http.post(`/user/update-status/${id}`, { active }, noContent);
