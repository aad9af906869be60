import type { DayClose } from '@palier/shared/contracts';
import type { Caller } from '../sessions/authenticate';
import { toDayClose } from './day-close';
import { findDayBounds, sumDayMovements } from './day-close.repository';
import type { ReportDependencies } from './read-report.use-case';
import { assertRealDate } from './report-range';

/** This many sub-accounts have a line each; the others are summed up in one line. */
const MAX_DAY_LINES = 1_000;

/** One local day of the caller's own account; without a date, today in the server's time zone. */
export async function readDayClose(
  { pool, timeZone, slowReads }: ReportDependencies,
  { user }: Caller,
  date: string | undefined,
): Promise<DayClose> {
  if (date !== undefined) assertRealDate(`${date}T00:00:00`);
  return slowReads.run(`user ${user.id}`, async () => {
    const bounds = await findDayBounds(pool, user.accountId, date ?? null, timeZone);
    return toDayClose(bounds, await sumDayMovements(pool, user.accountId, bounds), MAX_DAY_LINES);
  });
}
