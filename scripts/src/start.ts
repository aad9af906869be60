import { parseArgs } from 'node:util';
import { buildAll } from './build/build-all';
import { runCommand, seconds } from './fault';
import { claimPort } from './process/ports';
import { openDataFolder } from './stack/data-folder';
import { takeLock } from './stack/lock';
import { runUntilStopped, stopAsked } from './stack/run-until-stopped';
import { startStack } from './stack/stack';

const PORT = 3000;
const DEMO_PROVIDER_PORT = 3001;

function welcome(url: string, elapsed: string): string {
  return `
Palier is ready (${elapsed}):  ${url}

  demo account   password
  capo           Capo1234
  superadmin     Super1234
  admin          Admin1234
  client         Client1234

Ctrl-C stops it. Logs are in the data folder's logs/.`;
}

runCommand(async () => {
  const startedAt = performance.now();
  const { values } = parseArgs({ options: { 'no-build': { type: 'boolean', default: false } } });
  const asked = stopAsked();
  const folder = await openDataFolder();
  const lock = await takeLock(folder);
  try {
    const port = await claimPort('PORT', PORT);
    const providerPort = await claimPort('DEMO_PROVIDER_PORT', DEMO_PROVIDER_PORT);
    if (!values['no-build']) await buildAll();
    const step = (what: string): void => console.log(`  starting the ${what} …`);
    // A stop asked meanwhile waits: what is half started is then stopped like the rest.
    const stack = await startStack({ folder, lock, port, providerPort, step });
    console.log(welcome(stack.url, seconds(startedAt)));
    return await runUntilStopped(stack, asked);
  } finally {
    lock.release();
  }
});
