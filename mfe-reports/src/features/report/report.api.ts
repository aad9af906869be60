import { reportSchema, type Report } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import { toReportQuery, type Period } from './report.rules';

export const getReport = (period: Period, signal?: AbortSignal): Promise<Report> =>
  http.get('/transactions/report', reportSchema, { query: { ...toReportQuery(period) }, signal });
