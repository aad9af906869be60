import { writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../postgres/embedded';
import { dataDir } from '../paths';

const RESTART_PAUSE_MS = 2_000;

/**
 * The embedded PostgreSQL in a process of its own: Ctrl-C in the terminal must not reach the database before the
 * server has drained, and it stops by itself when the parent is killed. A PostgreSQL that dies is started again.
 */
async function main(): Promise<void> {
  const dataFolder = dataDir();
  let database = await startEmbeddedPostgres({ dataDir: dataFolder, onLog: say });
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
    say('PostgreSQL has ended by itself; it is started again.');
    const again = await startEmbeddedPostgres({ dataDir: dataFolder, port, onLog: say }).catch(
      async (error: unknown) => {
        say(error instanceof Error ? error.message : String(error));
        await wait(RESTART_PAUSE_MS);
        return null;
      },
    );
    if (again !== null) database = again;
  }
}

/** A line for the log. Where a full disk has no room for it, it is lost; `console` would write no later one either. */
function say(text: string): void {
  try {
    writeSync(2, `${text.trimEnd()}\n`);
  } catch {
    // The next line may find room.
  }
}

main().catch((error: unknown) => {
  const fault = error instanceof Error ? error.message : String(error);
  say(fault);
  process.send?.({ fault }, () => process.exit(1));
});
