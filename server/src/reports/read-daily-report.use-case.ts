import type { DailyReport } from '@palier/shared/contracts';
import type { Caller } from '../sessions/authenticate';
import type { ReportDependencies } from './read-report.use-case';
import { assertDayRange } from './report-range';
import { readDailyTotals } from './report.repository';

/** The report of the caller, day by day, between two local dates, both included; at most a year. */
export async function readDailyReport(
  { pool, timeZone }: ReportDependencies,
  { user }: Caller,
  { from, to }: { from: string; to: string },
): Promise<DailyReport> {
  assertDayRange(from, to);
  return { days: await readDailyTotals(pool, user.accountId, from, to, timeZone) };
}
