import { createHash, type Hash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { requiredPackages, type Lock } from '../libraries/locked-packages';
import { ROOT } from '@palier/base/paths';

const SHARED_INPUTS = [
  'tsconfig.base.json',
  'tsconfig.front.json',
  'shared/src',
  'shared/package.json',
  'scripts/build/front',
  'scripts/build/bundler',
];
const OWN_INPUTS = ['src', 'package.json', 'tsconfig.json', 'webpack.config.mjs'];

async function addPath(hash: Hash, path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found === null || /\.test\.tsx?$/.test(path)) return;
  if (found.isDirectory()) {
    for (const name of (await readdir(path)).sort()) await addPath(hash, join(path, name));
    return;
  }
  hash.update(`${relative(ROOT, path)}\0`).update(await readFile(path));
}

/**
 * `<folder> <version>` of the libraries that a front package, shared and the bundler use: other versions do
 * not change the build. Packages of this repository are not among them, because their sources are hashed.
 */
export function librariesOf(packageName: string, lock: Lock): string[] {
  const placesOf = (names: object = {}, user: string): string[] =>
    requiredPackages(lock, Object.keys(names), user);
  const places = [
    ...placesOf(lock[packageName]?.dependencies, packageName),
    ...placesOf(lock.shared?.dependencies, 'shared'),
    ...placesOf(lock['scripts/build']?.devDependencies, 'scripts/build'),
  ];
  return [...new Set(places)].sort().map((place) => `${place} ${lock[place]?.version ?? ''}`);
}

/** A hash of every input of a front package's build. Equal hashes mean equal builds. */
export async function sourceHash(packageName: string): Promise<string> {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '');
  for (const input of OWN_INPUTS) await addPath(hash, join(ROOT, packageName, input));
  for (const input of SHARED_INPUTS) await addPath(hash, join(ROOT, input));
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Lock;
  };
  return hash.update(librariesOf(packageName, packages).join('\0')).digest('hex');
}
