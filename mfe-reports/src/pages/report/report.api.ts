import { dailyReportSchema, reportSchema, type Report, type ReportDay } from '@palier/shared/contracts';
import { http } from '@palier/shared/http';
import type { Period } from '../../lib/period-form/period.rules';
import { toReportQuery } from './report.rules';

export const getReport = (period: Period, signal?: AbortSignal): Promise<Report> =>
  http.get('/transactions/report', reportSchema, { query: { ...toReportQuery(period) }, signal });

export async function getDailyReport(
  { from, to }: Period,
  signal?: AbortSignal,
): Promise<readonly ReportDay[]> {
  const { days } = await http.get('/transactions/report/days', dailyReportSchema, {
    query: { from, to },
    signal,
    quiet: true,
  });
  return days;
}
