import { setTimeout as wait } from 'node:timers/promises';
import type { Queryable } from '@palier/server/database';

const LOOK_EVERY_MS = 10;

/** Checks a condition repeatedly, at most for `limitMs`. Returns whether the condition came true. */
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

/**
 * Resolves once `count` statements of the database wait for a lock, which is the premise of a race test.
 * Throws after a minute without them, because a test without its premise would prove nothing.
 */
export async function untilLockWaits(owner: Queryable, count = 1): Promise<void> {
  const areWaiting = await untilTrue(async () => {
    const { rowCount } = await owner.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return (rowCount ?? 0) >= count;
  }, 60_000);
  if (!areWaiting) throw new Error(`fewer than ${count} statements wait for a lock`);
}
