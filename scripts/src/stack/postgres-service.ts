import { setTimeout as wait } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../../server/src/database/embedded';
import { dataDir } from '../paths';

const RESTART_PAUSE_MS = 2_000;

/**
 * The embedded PostgreSQL in a process of its own: Ctrl-C in the terminal must not reach the database before the
 * server has drained, and it stops by itself when the parent is killed. A PostgreSQL that dies is started again.
 */
async function main(): Promise<void> {
  const dataFolder = dataDir();
  const onLog = (text: string): void => console.error(text.trimEnd());
  let database = await startEmbeddedPostgres({ dataDir: dataFolder, onLog });
  const port = Number(new URL(database.url).port);
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    void database.stop().finally(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'] as const) process.on(signal, stop);
  process.send?.({ url: database.url });
  for (;;) {
    await database.ended;
    if (stopping) return;
    console.error('PostgreSQL has ended by itself; it is started again.');
    const again = await startEmbeddedPostgres({ dataDir: dataFolder, port, onLog }).catch(
      async (error: unknown) => {
        console.error(error instanceof Error ? error.message : error);
        await wait(RESTART_PAUSE_MS);
        return null;
      },
    );
    if (again !== null) database = again;
  }
}

main().catch((error: unknown) => {
  const fault = error instanceof Error ? error.message : String(error);
  console.error(fault);
  process.send?.({ fault }, () => process.exit(1));
});
