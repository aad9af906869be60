import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { runCommand } from './fault';
import { ROOT } from './paths';
import { openDataFolder } from './stack/data-folder';
import { openDatabase } from './stack/database';
import { readLock, takeLock } from './stack/lock';

function runAdmin(databaseUrl: string, folder: string): Promise<number> {
  const args = ['--import', 'tsx', join(ROOT, 'server/src/admin/main.ts'), ...process.argv.slice(2)];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: folder },
  });
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

runCommand(async () => {
  const folder = await openDataFolder();
  const running = process.env.DATABASE_URL ?? readLock(folder)?.databaseUrl;
  if (running !== undefined) return runAdmin(running, folder);
  const lock = await takeLock(folder);
  try {
    const database = await openDatabase(folder);
    const code = await runAdmin(database.url, folder);
    await database.service?.stop();
    return code;
  } finally {
    lock.release();
  }
});
