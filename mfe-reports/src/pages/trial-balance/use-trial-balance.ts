import { trialBalanceSchema } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import { useRead } from '../../lib/report-read/use-read';
import { messages } from './trial-balance.messages';

export const useTrialBalance = () =>
  useRead(
    'trial balance',
    [],
    (signal) => http.get('/reports/trial-balance', trialBalanceSchema, { signal }),
    messages.failed,
  );
