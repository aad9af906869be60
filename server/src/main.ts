import closeWithGrace from 'close-with-grace';
import { createApp } from './app';
import { ConfigurationError, readConfig, type Config } from './config/config';
import { createPool } from './database/pool';
import { prepareDatabase } from './database/prepare-database';
import { seedDemo } from './demo/seed';

/** Longer than the drain's own patience, shorter than what supervisors allow before they kill. */
const STOP_LIMIT_MS = 9_500;

await start().catch((error: unknown) => {
  process.stderr.write(`Palier ne peut pas démarrer : ${sentenceOf(error)}\n`);
  process.exit(1);
});

/** Starts the server and keeps it until a signal: waits for the database, migrates, seeds the demo, listens. */
async function start(): Promise<void> {
  const config = configOrExit();
  await prepareDatabase(config.DATABASE_URL);
  if (config.DEMO) await seedDemo(config.DATABASE_URL);
  const pool = createPool(config.DATABASE_URL);
  const app = await createApp(config, pool);
  // A second signal ends at once; so does a stop that takes too long.
  closeWithGrace({ delay: config.STOP_DELAY_S * 1_000 + STOP_LIMIT_MS, logger: app.log }, async ({ err }) => {
    if (err !== undefined) app.log.fatal({ err }, 'stopping after an error that nobody caught');
    await app.close();
    await pool.end();
  });
  await app.listen({ host: config.HOST, port: config.PORT });
}

function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(
      `Palier ne peut pas démarrer :\n${error.faults.map((fault) => `  - ${fault}\n`).join('')}`,
    );
    process.exit(1);
  }
}

function sentenceOf(error: unknown): string {
  const { code, message, port } = error as { code?: string; message?: string; port?: number };
  if (code === 'EADDRINUSE') return `le port ${port} est déjà pris. Choisissez-en un autre avec PORT.`;
  // What else names an address here is the database's, and told by then.
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST n’est pas une adresse de cette machine (${message}).`;
  if (code === 'EACCES') return `accès refusé (${message}).`;
  return message ?? String(error);
}
