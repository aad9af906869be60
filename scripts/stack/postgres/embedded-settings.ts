import { totalmem } from 'node:os';

const MB = 1024 ** 2;
const MIN_MB = 128;
const MAX_MB = 512;

/**
 * The settings of the embedded PostgreSQL. The command line has them and overrides `postgresql.conf` in the
 * data folder, so that an edit of that file cannot turn off durability. The buffers are a quarter of the
 * memory, from 128 to 512 MB. `max_wal_size` keeps its default of 1 GB: a higher one means a longer recovery
 * after a crash.
 *
 * @param memory bytes of the machine's memory
 */
export function embeddedSettings(memory = totalmem()): Record<string, string> {
  const buffers = Math.min(MAX_MB, Math.max(MIN_MB, Math.floor(memory / 4 / MB)));
  return {
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    shared_buffers: `${buffers}MB`,
    effective_cache_size: `${Math.max(buffers, Math.floor(memory / 2 / MB))}MB`,
    // Logs waits for a lock of over a second.
    log_lock_waits: 'on',
    log_timezone: 'UTC',
  };
}
