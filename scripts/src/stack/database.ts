import { join } from 'node:path';
import pg from 'pg';
import { CommandError } from '../command';
import { program } from '../process/program';
import { startService, type Service } from '../process/service';

export interface Database {
  readonly url: string;
  /** The embedded one's process; null when DATABASE_URL names a database of the user's. */
  readonly service: Service | null;
}

async function checkReachable(url: string): Promise<void> {
  let reason = 'it is not a postgresql:// address';
  if (URL.canParse(url) && /^postgres(ql)?:/.test(url)) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      reason = message || code || 'no answer';
    }
  }
  throw new CommandError(
    `The database in DATABASE_URL cannot be used: ${reason}.`,
    'Correct DATABASE_URL (postgresql://user:password@host:5432/name), or unset it to use the embedded PostgreSQL.',
  );
}

/** Starts the embedded PostgreSQL of a data folder in a process of its own. */
export async function startEmbedded(folder: string, setting = 'DATABASE_URL'): Promise<Database> {
  const service = await startService({
    title: 'PostgreSQL',
    args: program('scripts/src/stack/postgres.program.ts'),
    env: { DATA_DIR: folder },
    logFile: join(folder, 'logs/postgres.log'),
    channel: true,
  });
  const answer = (await Promise.race([service.message, service.ended.then(() => null)])) as {
    url?: string;
    fault?: string;
  } | null;
  if (answer?.url !== undefined) return { url: answer.url, service };
  const reason = answer?.fault ?? (await service.lastWords());
  throw new CommandError(
    `The embedded PostgreSQL does not start: ${reason}`,
    `Mend what it names, or name a database of yours in ${setting}.`,
  );
}

/** The database of DATABASE_URL, proven reachable, or else the embedded one under the data folder. */
export async function openDatabase(folder: string): Promise<Database> {
  const url = process.env.DATABASE_URL;
  if (url === undefined || url === '') return startEmbedded(folder);
  await checkReachable(url);
  return { url, service: null };
}
