import { createHash, type Hash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ROOT } from '../paths';

const SHARED_INPUTS = [
  'shared/src',
  'shared/package.json',
  'scripts/src/build',
  'scripts/src/bundler',
  'package-lock.json',
  'tsconfig.base.json',
];
const OWN_INPUTS = ['src', 'package.json', 'webpack.config.mjs', 'tsconfig.json'];

async function addPath(hash: Hash, path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found === null || /\.test\.tsx?$/.test(path)) return;
  if (found.isDirectory()) {
    for (const name of (await readdir(path)).sort()) await addPath(hash, join(path, name));
    return;
  }
  hash.update(`${relative(ROOT, path)}\0`).update(await readFile(path));
}

/** A hash of every input of a front package's build. Equal hashes mean equal builds. */
export async function sourceHash(packageName: string): Promise<string> {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '');
  for (const input of OWN_INPUTS) await addPath(hash, join(ROOT, packageName, input));
  for (const input of SHARED_INPUTS) await addPath(hash, join(ROOT, input));
  return hash.digest('hex');
}
