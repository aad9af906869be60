import type { Report, ReportDay } from '@palier/shared/contracts';
import { useQuery } from '@palier/shared/query';
import { useUser } from '@palier/shared/session';
import type { Period } from '../../lib/period-form/period.rules';
import { getDailyReport } from './report.api';
import { isTooLongForDays } from './report.rules';

/** The days of a report, read again when the totals change. The days are not in the specification, so a failure does not hide the report. */
export function useDailyReport(period: Period, report: Report) {
  const isTooLong = isTooLongForDays(period);
  const { data, error } = useQuery<readonly ReportDay[]>({
    queryKey: ['report-days', useUser()?.id, period.from, period.to, report],
    queryFn: ({ signal }) => getDailyReport(period, signal),
    enabled: !isTooLong,
    meta: { failureLog: 'daily report not read' },
  });

  return { days: error === null ? data : undefined, isTooLong };
}
