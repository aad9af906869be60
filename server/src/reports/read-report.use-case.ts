import type { DailyReport, Report } from '@palier/shared/contracts';
import type { FairLimiter } from '../concurrency/fair-limiter';
import type { Queryable } from '../database/pool';
import type { Caller } from '../sessions/authenticate';
import { assertDayRange, assertOrdered, assertRealDate, type Period } from './report-range';
import { readDailyTotals, readTotals } from './report.repository';

export interface ReportDependencies {
  readonly pool: Queryable;
  readonly slowReads: Pick<FairLimiter, 'run'>;
  readonly timeZone: string;
}

/** Section 7 of docs/spec-coverage.md, report of the caller between two local date-times, both included. */
export async function readReport(
  { pool, timeZone }: Omit<ReportDependencies, 'slowReads'>,
  { user }: Caller,
  range: Period,
): Promise<Report> {
  assertRealDate(range.from);
  assertRealDate(range.to);
  // A second without a fraction is included as a whole: 23:59:59 includes 23:59:59.999.
  const period = { from: range.from, to: range.to.includes('.') ? range.to : `${range.to}.999` };
  assertOrdered(period);
  return readTotals(pool, user.accountId, period, timeZone);
}

/** The report of the caller, day by day, between two local dates, both included; at most a year. */
export async function readDailyReport(
  { pool, timeZone }: ReportDependencies,
  { user }: Caller,
  period: Period,
): Promise<DailyReport> {
  assertDayRange(period);
  return { days: await readDailyTotals(pool, user.accountId, period, timeZone) };
}
