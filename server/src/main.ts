import { createApp } from './app';
import { ConfigurationError, readConfig, type Config } from './config';
import { migrate } from './database/migrate';
import { createPool } from './database/pool';
import { seedDemo } from './demo/seed';

const DATABASE_PATIENCE_MS = 30_000;

await start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

/** Starts the server and keeps it until a signal: waits for the database, migrates, seeds the demo, listens. */
async function start(): Promise<void> {
  const config = configOrExit();
  await migrateWhenUp(config.DATABASE_URL);
  if (config.DEMO) await seedDemo(config.DATABASE_URL);
  const pool = createPool(config.DATABASE_URL);
  const app = await createApp(config, pool);
  await app.listen({ host: config.HOST, port: config.PORT });

  let isStopping = false;
  const stop = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    // The sockets close in the app's preClose hook, before it waits for what is in flight.
    app
      .close()
      .then(() => pool.end())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
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

/** A database that is still starting is waited for; any other fault is final. */
async function migrateWhenUp(databaseUrl: string): Promise<void> {
  const deadline = Date.now() + DATABASE_PATIENCE_MS;
  for (;;) {
    try {
      return await migrate(databaseUrl);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!['ECONNREFUSED', 'ECONNRESET', '57P03'].includes(code)) throw error;
      if (Date.now() > deadline)
        throw new Error(`La base de données ne répond pas (${code}). Vérifiez DATABASE_URL.`);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}
