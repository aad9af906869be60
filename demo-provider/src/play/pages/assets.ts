import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the pages' own files lie. */
export const assetsFolder = fileURLToPath(new URL('../../../public/', import.meta.url));

/**
 * Where a page asks for them, with a slash at both ends. The address is drawn from what is in them, so whoever has played
 * one game keeps them for the next and asks no more.
 */
export async function nameAssets(): Promise<string> {
  const content = createHash('sha256');
  for (const file of (await readdir(assetsFolder)).sort())
    content.update(file).update(await readFile(join(assetsFolder, file)));
  return `/assets/${content.digest('hex').slice(0, 16)}/`;
}
