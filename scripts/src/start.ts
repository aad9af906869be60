import { readArguments } from './arguments';
import { buildAll } from './build/build-all';
import { CommandError, runCommand, seconds } from './command';
import { claimPorts } from './process/ports';
import { openDataFolder } from './stack/data-folder';
import { takeLock } from './stack/lock';
import { runUntilStopped, stopAsked } from './stack/run-until-stopped';
import { readSecretFiles } from './stack/secret-files';
import { startStack, type Stack } from './stack/stack';

/** Each holds up to 16 database connections, of which the embedded PostgreSQL has 100. */
const MOST_PROCESSES = { embedded: 5, other: 64 };

/** How many server processes PROCESSES asks for. */
function processCount(): number {
  const text = process.env.PROCESSES ?? '1';
  const count = Number(text);
  const most = (process.env.DATABASE_URL ?? '') === '' ? MOST_PROCESSES.embedded : MOST_PROCESSES.other;
  if (Number.isInteger(count) && count >= 1 && count <= most) return count;
  throw new CommandError(
    `PROCESSES is "${text}", which is no number of server processes.`,
    `Give a whole number from 1 to ${most} (${MOST_PROCESSES.other} with a PostgreSQL of yours in DATABASE_URL).`,
  );
}

const DEMO_ACCOUNTS = `  demo account   password
  capo           Capo1234
  superadmin     Super1234
  admin          Admin1234
  client         Client1234`;

const FIRST_ACCOUNT = `  No demo is seeded. The first account, where there is none yet:
  npm run admin -- create-capo <name> <password>    (docs/operations.md, First start in production)`;

function welcome({ url, hasDemo }: Stack, elapsed: string): string {
  return `
Palier is ready (${elapsed}):  ${url}

${hasDemo ? DEMO_ACCOUNTS : FIRST_ACCOUNT}

Ctrl-C stops it. Logs are in the data folder's logs/.`;
}

runCommand(async () => {
  const startedAt = performance.now();
  const { values } = readArguments(
    { options: { 'no-build': { type: 'boolean', default: false } } },
    'The one option is --no-build: npm start -- --no-build starts what was built last.',
  );
  readSecretFiles();
  const asked = stopAsked();
  const folder = await openDataFolder();
  const lock = await takeLock(folder);
  try {
    const ports = await claimPorts('npm start');
    const processes = processCount();
    if (!values['no-build']) await buildAll();
    const step = (what: string): void => console.log(`  starting the ${what} …`);
    // A stop asked meanwhile waits: what is half started is then stopped like the rest.
    const stack = await startStack({ ...ports, folder, lock, processes, step });
    console.log(welcome(stack, seconds(startedAt)));
    return await runUntilStopped(stack, asked);
  } finally {
    lock.release();
  }
});
