import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Writes the files of a new remote into `parent`/mfe-`name` and returns that folder, which is renamed into
 * place when complete.
 */
export async function scaffold(
  parent: string,
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = join(parent, `mfe-${name}`);
  const draft = join(parent, `.mfe-${name}.${process.pid}`);
  try {
    for (const [file, text] of Object.entries(files)) {
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
