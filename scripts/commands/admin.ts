import { spawn } from 'node:child_process';
import { runCommand } from '@palier/base/command';
import { dataDir, ROOT } from '@palier/base/paths';
import { program } from '@palier/base/process/program';
import { ownAddress } from '@palier/stack/address';
import { openDataFolder } from '@palier/stack/data-folder';
import { openDatabase, type Database } from '@palier/stack/database';
import { readLock, takeLock } from '@palier/stack/lock';
import { providerKeys } from '@palier/stack/provider-keys';
import { readSecretFiles } from '@palier/stack/secret-files';

const DEMO_PROVIDER_URL = `http://${ownAddress()}:${process.env.DEMO_PROVIDER_PORT ?? 3001}/gold_api`;

/**
 * Runs the operator command in a child process. `reconcile` calls the provider, so it gets the server's
 * provider settings.
 */
async function runAdmin(
  logins: Database['logins'] | object,
  folder: string,
  {
    providerUrl = DEMO_PROVIDER_URL,
    args = process.argv.slice(2),
    output = 'inherit',
  }: { providerUrl?: string | undefined; args?: readonly string[]; output?: 'inherit' | 'ignore' } = {},
): Promise<number> {
  const provider =
    args[0] === 'reconcile' && process.env.PROVIDER_URL === undefined
      ? { ...(await providerKeys(folder)), PROVIDER_URL: providerUrl }
      : {};
  const child = spawn(process.execPath, [...program('server/src/operator/main.ts'), ...args], {
    cwd: ROOT,
    stdio: ['inherit', output, 'inherit'],
    env: { ...provider, ...process.env, ...logins, DATA_DIR: folder },
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 3)));
}

runCommand(
  async () => {
    readSecretFiles();
    const note = readLock(dataDir());
    const { DATABASE_URL, OWNER_DATABASE_URL } = process.env;
    const running = DATABASE_URL === undefined && OWNER_DATABASE_URL === undefined ? note?.logins : {};
    if (running !== undefined) return runAdmin(running, dataDir(), { providerUrl: note?.providerUrl });
    const folder = await openDataFolder();
    const lock = takeLock(folder);
    try {
      const database = await openDatabase(folder);
      // Only the results of the command are printed, not those of the migration before it.
      await runAdmin(database.logins, folder, { args: ['migrate'], output: 'ignore' });
      const code = await runAdmin(database.logins, folder);
      await database.embedded?.service.stop();
      return code;
    } finally {
      lock.release();
    }
  },
  { failedCode: 3 },
);
