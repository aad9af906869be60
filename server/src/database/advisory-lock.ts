import type { Pool } from './pool';

/** Runs `work` while no other process runs what bears this name; null, at once, when one does. */
export async function runAlone<Result>(
  pool: Pool,
  name: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  const client = await pool.connect();
  let hasFailed = false;
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtext($1)) as taken',
      [name],
    );
    if (rows[0]?.taken !== true) return null;
    try {
      return await work();
    } finally {
      await client.query('select pg_advisory_unlock(hashtext($1))', [name]);
    }
  } catch (error) {
    hasFailed = true;
    throw error;
  } finally {
    // With the connection gone the lock is gone too.
    client.release(hasFailed);
  }
}
