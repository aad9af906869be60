import closeWithGrace from 'close-with-grace';
import { createApp } from './app';
import { ConfigurationError, readConfig, type Config } from './config/config';
import { misspelledSettings } from './config/misspelled-settings';
import { flushLog } from './observability/log-output';
import { createPool } from './database/pool';
import { awaitSchema, prepareDatabase } from './database/prepare-database';
import { seedDemo } from './demo/seed';

/** Longer than a graceful shutdown takes, shorter than what supervisors allow before they kill. */
const STOP_LIMIT_MS = 9_500;

await start().catch((error: unknown) => {
  process.stderr.write(`Palier cannot start: ${sentenceOf(error)}\n`);
  process.exit(3);
});

/**
 * Waits for the database, and listens until a signal. With the owner's login, in development, migrates and
 * seeds the demo before.
 */
async function start(): Promise<void> {
  const config = configOrExit();
  const { DATABASE_URL, OWNER_DATABASE_URL, RELEASES_DATABASE_URL } = config;
  if (OWNER_DATABASE_URL !== undefined) {
    if (config.NODE_ENV === 'production')
      throw new Error('OWNER_DATABASE_URL is for palier migrate: a serving process must not have it.');
    await prepareDatabase(OWNER_DATABASE_URL, {
      applicationUrl: DATABASE_URL,
      releasesUrl: RELEASES_DATABASE_URL,
    });
    if (config.DEMO) await seedDemo(OWNER_DATABASE_URL);
  }
  const pool = createPool(DATABASE_URL);
  await awaitSchema(pool);
  const app = await createApp(config, pool);
  for (const sentence of misspelledSettings(process.env)) app.log.warn(sentence);
  // A second signal, or a stop that takes too long, ends the process at once.
  closeWithGrace({ delay: config.STOP_DELAY_S * 1_000 + STOP_LIMIT_MS, logger: app.log }, async ({ err }) => {
    if (err !== undefined) app.log.fatal({ err }, 'stopping after an uncaught error');
    await app.close();
    await pool.end();
    await flushLog(app.log);
  });
  await app.listen({ host: config.HOST, port: config.PORT });
}

function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`Palier cannot start:\n${error.faults.map((fault) => `  - ${fault}\n`).join('')}`);
    process.exit(3);
  }
}

function sentenceOf(error: unknown): string {
  const { code, message, port } = error as { code?: string; message?: string; port?: number };
  if (code === 'EADDRINUSE') return `port ${port} is already in use. Choose another one with PORT.`;
  // Address errors of the database were already reported by awaitSchema.
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST is not an address of this machine (${message}).`;
  if (code === 'EACCES') return `access denied (${message}).`;
  return message ?? String(error);
}
