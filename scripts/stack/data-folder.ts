import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError } from '@palier/base/command';
import { dataDir } from '@palier/base/paths';

/** Creates the data folder if needed and checks that it is writable. */
export async function openDataFolder(): Promise<string> {
  const folder = dataDir();
  const probe = join(folder, `.writable-${process.pid}`);
  try {
    await makeFolder(folder);
    await writeFile(probe, '');
    await rm(probe);
    // Started by root, PostgreSQL runs as another user, who must be able to enter the folder; secrets have
    // mode 0600.
    if (process.getuid?.() === 0) await chmod(folder, 0o711);
    return folder;
  } catch (error) {
    throw new CommandError(
      `The data folder ${folder} cannot be written ` +
        `(${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}).`,
      'Grant the right to write there, or choose another folder: DATA_DIR=/some/folder npm start',
    );
  }
}

/** Not `mkdir` with `recursive`, which never ends below /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  await makeFolder(dirname(folder));
  await mkdir(folder);
}
