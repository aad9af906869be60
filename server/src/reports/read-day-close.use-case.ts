import type { DayClose } from '@palier/shared/contracts';
import type { Services } from '../services';
import type { Caller } from '../sessions/authenticate';
import { assertRealDate } from './report-range';
import { toDayClose } from './day-close';
import { findDayBounds, sumDayMovements } from './day-close.repository';

/** How many sub-accounts are listed one by one; those beyond are summed up together. */
const MAX_DAY_LINES = 1_000;

/** One local day of the caller's own account; without a date, today in the server's time zone. */
export async function readDayClose(
  { pool, config, slowReads }: Services,
  { user }: Caller,
  date: string | undefined,
): Promise<DayClose> {
  if (date !== undefined) assertRealDate(`${date}T00:00:00`);
  return slowReads.run(`user ${user.id}`, async () => {
    const bounds = await findDayBounds(pool, user.accountId, date ?? null, config.TIME_ZONE);
    return toDayClose(bounds, await sumDayMovements(pool, user.accountId, bounds), MAX_DAY_LINES);
  });
}
