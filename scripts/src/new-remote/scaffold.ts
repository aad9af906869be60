import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { remoteFiles, type NewRemote } from './templates';

/** Writes a new remote into `parent` and returns its folder, which is renamed into place when complete. */
export async function scaffold(parent: string, remote: NewRemote): Promise<string> {
  const folder = join(parent, `mfe-${remote.name}`);
  const draft = join(parent, `.mfe-${remote.name}.${process.pid}`);
  try {
    for (const [file, text] of Object.entries(remoteFiles(remote))) {
      await mkdir(dirname(join(draft, file)), { recursive: true });
      await writeFile(join(draft, file), text);
    }
    await rename(draft, folder);
    return folder;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}
