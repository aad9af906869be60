import { createProviderApp } from './app.js';
import { readSettings } from './settings.js';

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const app = await createProviderApp(settings);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void app.close());
  try {
    await app.listen({ host: settings.host, port: settings.port });
  } catch (error) {
    // The store's open rounds are already asked about, which would keep a process alive that nobody can call.
    await app.close();
    throw error;
  }
}

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
