import { MAX_REPORT_DAYS, type DailyReport } from '@palier/shared/contracts';
import type { Caller } from '../sessions/authenticate';
import { periodTooLong } from './errors';
import type { ReportDependencies } from './read-report.use-case';
import { assertOrdered, assertRealDate } from './report-range';
import { readDailyTotals } from './report.repository';

const DAY_MS = 86_400_000;

/** The report of the caller, day by day, between two local dates, both included; at most a year. */
export async function readDailyReport(
  { pool, timeZone }: ReportDependencies,
  { user }: Caller,
  { from, to }: { from: string; to: string },
): Promise<DailyReport> {
  assertRealDate(`${from}T00:00:00`);
  assertRealDate(`${to}T00:00:00`);
  assertOrdered(from, to);
  if ((Date.parse(to) - Date.parse(from)) / DAY_MS >= MAX_REPORT_DAYS) throw periodTooLong();
  return { days: await readDailyTotals(pool, user.accountId, from, to, timeZone) };
}
