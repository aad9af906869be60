import { totalmem } from 'node:os';

const MB = 1024 ** 2;
const LEAST_MB = 128;
const MOST_MB = 512;

/**
 * The settings the embedded PostgreSQL is started with, by name. They are on its command line, which wins over
 * `postgresql.conf` in the data folder: what keeps acknowledged money on the disk cannot be turned off by an edit there.
 * The buffers are a quarter of the memory, from 128 to 512 MB. `max_wal_size` stays at PostgreSQL's 1 GB: more of it
 * would mean fewer checkpoints, and a longer recovery after a crash.
 *
 * @param memory bytes of the machine's memory
 */
export function embeddedSettings(memory = totalmem()): Record<string, string> {
  const buffers = Math.min(MOST_MB, Math.max(LEAST_MB, Math.floor(memory / 4 / MB)));
  return {
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    shared_buffers: `${buffers}MB`,
    effective_cache_size: `${Math.max(buffers, Math.floor(memory / 2 / MB))}MB`,
    // Waits for a lock of over a second are logged: they explain a slow call.
    log_lock_waits: 'on',
    log_timezone: 'UTC',
  };
}
