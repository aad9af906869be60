import { createProviderApp } from './app.js';
import { readSettings } from './settings.js';

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const app = await createProviderApp(settings);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void app.close());
  try {
    await app.listen({ host: settings.host, port: settings.port });
  } catch (error) {
    // Open rounds are already being resumed, which would keep a process without a port alive.
    await app.close();
    throw error;
  }
}

start().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 3;
});
