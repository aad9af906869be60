import { networkReportSchema, type NetworkReport } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import type { Period } from '../../lib/period-form/period.rules';

/** Without `of`, the network of the caller. */
export const getNetwork = (
  { from, to }: Period,
  of: string | undefined,
  signal?: AbortSignal,
): Promise<NetworkReport> =>
  http.get('/transactions/report/network', networkReportSchema, { query: { from, to, of }, signal });
