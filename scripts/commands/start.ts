import { readArguments } from '@palier/base/arguments';
import { buildAll, listBuilds } from '@palier/releases/build-all';
import { fillReleases } from '@palier/releases/publish-builds';
import { CommandError, runCommand, timeSince } from '@palier/base/command';
import { claimPorts } from '@palier/base/process/ports';
import { openDataFolder } from '@palier/stack/data-folder';
import { findHaproxy } from '@palier/stack/haproxy';
import { takeLock } from '@palier/stack/lock';
import { runUntilStopped, stopRequested } from '@palier/stack/run-until-stopped';
import { readSecretFiles } from '@palier/stack/secret-files';
import { startStack, type Stack } from '@palier/stack/stack';

/** A process uses up to 16 database connections; the embedded PostgreSQL allows 100. */
const MAX_PROCESSES = { embedded: 5, other: 64 };

function readProcessCount(): number {
  const text = process.env.PROCESSES ?? '1';
  const count = Number(text);
  const max = (process.env.DATABASE_URL ?? '') === '' ? MAX_PROCESSES.embedded : MAX_PROCESSES.other;
  if (Number.isInteger(count) && count >= 1 && count <= max) return count;
  throw new CommandError(
    `PROCESSES is "${text}", which is not a valid number of server processes.`,
    `Give a whole number from 1 to ${max} (${MAX_PROCESSES.other} with your own PostgreSQL in DATABASE_URL).`,
  );
}

const DEMO_ACCOUNTS = `  demo account   password
  capo           Capo1234
  superadmin     Super1234
  admin          Admin1234
  client         Client1234`;

const FIRST_ACCOUNT = `  The demo data is not installed. Create the first account, if there is none yet:
  npm run admin -- create-capo <name>    (docs/operations.md, First start in production)`;

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
    'The only option is --no-build: npm start -- --no-build starts the last build.',
  );
  readSecretFiles();
  const stopSignal = stopRequested();
  const folder = await openDataFolder();
  const lock = takeLock(folder);
  try {
    const ports = await claimPorts('npm start');
    const processes = readProcessCount();
    // Before the build, which takes minutes.
    if (processes > 1) findHaproxy();
    const builds = values['no-build'] ? await listBuilds() : await buildAll();
    const step = (name: string): void => console.log(`  starting the ${name} …`);
    // A stop that is requested during the start takes effect after the start, when everything can be stopped
    // in order.
    const stack = await startStack({
      ...ports,
      folder,
      lock,
      processes,
      step,
      fillReleases: (logins) => fillReleases(logins, builds),
    });
    console.log(welcome(stack, timeSince(startedAt)));
    return await runUntilStopped(stack, stopSignal);
  } finally {
    lock.release();
  }
});
