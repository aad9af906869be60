import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `public` and `schema.sql` are in the package folder, or beside the compiled program when they were copied
 * there.
 */
const ownFolder = dirname(fileURLToPath(import.meta.url));
const folder = existsSync(join(ownFolder, 'schema.sql')) ? ownFolder : join(ownFolder, '..');

export const publicFolder = join(folder, 'public');
export const schemaFile = join(folder, 'schema.sql');

/**
 * The path prefix of the public files. It contains a digest of their content, so browsers may cache them for
 * ever.
 */
export async function computeAssetsPrefix(): Promise<string> {
  const content = createHash('sha256');
  for (const file of (await readdir(publicFolder)).sort())
    content.update(file).update(await readFile(join(publicFolder, file)));
  return `/assets/${content.digest('hex').slice(0, 16)}/`;
}
