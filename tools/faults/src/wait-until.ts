import { setTimeout as wait } from 'node:timers/promises';
import type { Queryable } from '@palier/server/database/pool';

const LOOK_EVERY_MS = 10;

/** Looks again and again until it is true, for so long at most. Answers whether it is. */
export async function untilTrue(
  isTrue: () => boolean | Promise<boolean>,
  limitMs = 30_000,
): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  while (!(await isTrue())) {
    if (performance.now() > deadline) return false;
    await wait(LOOK_EVERY_MS);
  }
  return true;
}

/** Settles once so many statements wait for a lock, or after five seconds. */
export const untilSomeoneWaits = (owner: Queryable, most = 1): Promise<boolean> =>
  untilTrue(async () => {
    const { rowCount } = await owner.query('select from pg_locks where not granted');
    return (rowCount ?? 0) >= most;
  }, 5_000);
