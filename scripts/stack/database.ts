import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { hostAddresses } from '@palier/server/database';
import { CommandError } from '@palier/base/command';
import { ROOT } from '@palier/base/paths';
import { program } from '@palier/base/process/program';
import { createProviderLogin, createServerLogins } from './embedded-logins';
import type { Logins } from './lock';
import { startService, type Service } from '@palier/base/process/service';

/** A running embedded PostgreSQL: the address with its superuser's login, and its process. */
export interface EmbeddedPostgres {
  readonly superuserUrl: string;
  readonly service: Service;
}

/** The server's database. */
export interface Database {
  /**
   * The settings of a server that migrates the database by itself; without the owner's login it does not
   * migrate.
   */
  readonly logins: Logins;
  /** Null when DATABASE_URL names another database. */
  readonly embedded: EmbeddedPostgres | null;
}

async function checkReachable(address: string, setting: string): Promise<void> {
  const [url = ''] = hostAddresses(address);
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
    `The database in ${setting} cannot be used: ${reason}.`,
    `Correct ${setting} (postgresql://user:password@host:5432/name), ` +
      'or unset DATABASE_URL to use the embedded PostgreSQL.',
  );
}

/** Starts the embedded PostgreSQL of a data folder in its own process. */
async function startEmbedded(folder: string, setting = 'DATABASE_URL'): Promise<EmbeddedPostgres> {
  const service = await startService({
    title: 'PostgreSQL',
    args: program('scripts/stack/postgres.program.ts'),
    env: { DATA_DIR: folder },
    logFile: join(folder, 'logs/postgres.log'),
    usesChannel: true,
  });
  const answer = (await Promise.race([service.message, service.ended.then(() => null)])) as {
    url?: string;
    fault?: string;
  } | null;
  if (answer?.url !== undefined) return { superuserUrl: answer.url, service };
  const reason = answer?.fault ?? (await service.lastLogLines());
  throw new CommandError(
    `The embedded PostgreSQL does not start: ${reason}`,
    `Correct the cause, or name your own database in ${setting}.`,
  );
}

/** An installation without the compiler is for production (`npm ci --omit=dev`). */
const isProduction = (): boolean =>
  process.env.NODE_ENV === 'production' || !existsSync(join(ROOT, 'node_modules/esbuild'));

/**
 * The database of DATABASE_URL, or else the embedded database, which is started. Throws a CommandError when
 * it cannot be reached, and in production without DATABASE_URL: an operator who forgot the variable must not
 * work on a new, empty database.
 */
export async function openDatabase(folder: string): Promise<Database> {
  const { DATABASE_URL: url, OWNER_DATABASE_URL, RELEASES_DATABASE_URL } = process.env;
  const releases = RELEASES_DATABASE_URL ? { RELEASES_DATABASE_URL } : {};
  if (url === undefined || url === '') {
    if (OWNER_DATABASE_URL !== undefined)
      throw new CommandError(
        'OWNER_DATABASE_URL is set, but DATABASE_URL is not.',
        'Give the login of the server too; the first migration creates it.',
      );
    if (isProduction())
      throw new CommandError(
        'DATABASE_URL is missing, and production never uses the embedded PostgreSQL.',
        'Set DATABASE_URL (postgresql://user:password@host:5432/name).',
      );
    const embedded = await startEmbedded(folder);
    const { ownerUrl, applicationUrl, releasesUrl } = await createServerLogins(embedded.superuserUrl);
    const logins = {
      OWNER_DATABASE_URL: ownerUrl,
      DATABASE_URL: applicationUrl,
      RELEASES_DATABASE_URL: releasesUrl,
    };
    return { logins, embedded };
  }
  if (OWNER_DATABASE_URL === undefined) {
    await checkReachable(url, 'DATABASE_URL');
    return { logins: { DATABASE_URL: url, ...releases }, embedded: null };
  }
  // The first migration creates the login of DATABASE_URL.
  await checkReachable(OWNER_DATABASE_URL, 'OWNER_DATABASE_URL');
  return { logins: { OWNER_DATABASE_URL, DATABASE_URL: url, ...releases }, embedded: null };
}

/**
 * The address of the demo provider's database: PROVIDER_DATABASE_URL, or else a database in the embedded
 * PostgreSQL, which is started if the server does not use it. `service` is null when no PostgreSQL was
 * started.
 */
export async function openProviderDatabase(
  folder: string,
  { embedded }: Database,
): Promise<{ url: string; service: Service | null }> {
  const url = process.env.PROVIDER_DATABASE_URL;
  if (url !== undefined && url !== '') return { url, service: null };
  const { superuserUrl, service } = embedded ?? (await startEmbedded(folder, 'PROVIDER_DATABASE_URL'));
  return { url: await createProviderLogin(superuserUrl), service: embedded === null ? service : null };
}
