import { subAccountSummarySchema, type SubAccountSummary } from '@palier/shared/contracts';
import { http, noContent } from '@palier/shared/http';

export const getSubAccount = (id: string, signal?: AbortSignal): Promise<SubAccountSummary> =>
  http.get(`/user/sub-account/${encodeURIComponent(id)}`, subAccountSummarySchema, { signal });

/** Sends the target state, so that repeated or concurrent calls never flip the state twice. */
export const updateStatus = (id: number, active: boolean): Promise<void> =>
  http.post(`/user/update-status/${id}`, { active }, noContent);
