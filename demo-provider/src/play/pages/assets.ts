import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publicFolder } from '../../files.js';

/** The path prefix of the public files. It contains a digest of their content, so browsers may cache them for ever. */
export async function computeAssetsPrefix(): Promise<string> {
  const content = createHash('sha256');
  for (const file of (await readdir(publicFolder)).sort())
    content.update(file).update(await readFile(join(publicFolder, file)));
  return `/assets/${content.digest('hex').slice(0, 16)}/`;
}
