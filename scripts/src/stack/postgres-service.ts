import { startEmbeddedPostgres } from '../../../server/src/database/embedded';
import { dataDir } from '../paths';

/**
 * The embedded PostgreSQL in a process of its own: Ctrl-C in the terminal must not reach the database before the
 * server has drained, and it stops by itself when the parent is killed.
 */
async function main(): Promise<void> {
  const database = await startEmbeddedPostgres({ dataDir: dataDir() });
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    void database.stop().finally(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'] as const) process.on(signal, stop);
  process.send?.({ url: database.url });
}

main().catch((error: unknown) => {
  process.send?.({ fault: error instanceof Error ? error.message : String(error) }, () => process.exit(1));
});
