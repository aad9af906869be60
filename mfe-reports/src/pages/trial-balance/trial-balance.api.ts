import { trialBalanceSchema, type TrialBalance } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';

export const getTrialBalance = (signal?: AbortSignal): Promise<TrialBalance> =>
  http.get('/reports/trial-balance', trialBalanceSchema, { signal });
