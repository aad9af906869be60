import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError } from '../command';
import { dataDir } from '../paths';

/** The data folder, made if needed and proven writable. */
export async function openDataFolder(): Promise<string> {
  const folder = dataDir();
  const probe = join(folder, `.writable-${process.pid}`);
  try {
    await makeFolder(folder);
    await writeFile(probe, '');
    await rm(probe);
    // As root, PostgreSQL runs as another user, who must be able to walk through; the secrets inside stay 0600.
    if (process.getuid?.() === 0) await chmod(folder, 0o711);
    return folder;
  } catch (error) {
    throw new CommandError(
      `The data folder ${folder} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}).`,
      'Give yourself the right to write there, or choose another folder: DATA_DIR=/some/folder npm start',
    );
  }
}

/** Makes a folder and what is missing above it, one by one: Node's recursive form never ends below /proc. */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  await makeFolder(dirname(folder));
  await mkdir(folder);
}
