import type { Pool } from './pool';

/** Runs `work` under the advisory lock `name`; returns null at once when another process holds the lock. */
export async function tryWithAdvisoryLock<Result>(
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
    // Closing the connection releases the lock.
    client.release(hasFailed);
  }
}
