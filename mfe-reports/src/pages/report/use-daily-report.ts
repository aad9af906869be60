import type { Report, ReportDay } from '@palier/shared/contracts';
import { useQuery } from '@palier/shared/query';
import { useUser } from '@palier/shared/session';
import { useLoggedError } from '../../lib/use-logged-error';
import { getDailyReport } from './report.api';
import { isTooLongForDays, type Period } from './report.rules';

/**
 * The days of a report. They are ours, not the spec's: a server that does not know them, or fails, leaves the report as it
 * is. They are read again whenever the report's own figures change.
 */
export function useDailyReport(period: Period, report: Report) {
  const isTooLong = isTooLongForDays(period);
  const { data, error } = useQuery<readonly ReportDay[]>({
    queryKey: ['report-days', useUser()?.id, period.from, period.to, report],
    queryFn: ({ signal }) => getDailyReport(period, signal),
    enabled: !isTooLong,
  });

  useLoggedError(error, 'report: the days could not be read');

  return { days: error === null ? data : undefined, isTooLong };
}
