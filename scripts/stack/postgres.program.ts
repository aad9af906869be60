import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbeddedPostgres } from './postgres/embedded';
import { dataDir } from '@palier/base/paths';

const RESTART_PAUSE_MS = 2_000;

/**
 * Runs the embedded PostgreSQL in a separate process: Ctrl-C must not reach the database before the server
 * has stopped. The process stops when its parent ends, and starts PostgreSQL again after a crash.
 */
async function main(): Promise<void> {
  const dataFolder = dataDir();
  let database = await startEmbeddedPostgres({ dataDir: dataFolder, onLog: log });
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
    log('PostgreSQL ended unexpectedly and is started again.');
    const again = await startEmbeddedPostgres({ dataDir: dataFolder, port, onLog: log }).catch(
      async (error: unknown) => {
        log(error instanceof Error ? error.message : String(error));
        await wait(RESTART_PAUSE_MS);
        return null;
      },
    );
    if (again !== null) database = again;
  }
}

/**
 * Writes a log line. Not `console`: on a full disk, an error of its stream is not caught and would end this
 * process.
 */
function log(text: string): void {
  try {
    writeSync(2, `${text.trimEnd()}\n`);
  } catch {
    // A full disk: this line is lost.
  }
}

main().catch((error: unknown) => {
  const fault = error instanceof Error ? error.message : String(error);
  log(fault);
  process.send?.({ fault }, () => process.exit(1));
});
