import { subAccountSummarySchema, type SubAccountSummary } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';

export const getSubAccount = (id: string, signal?: AbortSignal): Promise<SubAccountSummary> =>
  http.get(`/user/sub-account/${encodeURIComponent(id)}`, subAccountSummarySchema, { signal });
