import { createHash, type Hash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { ROOT } from '../paths';

const SHARED_INPUTS = [
  'shared/src',
  'shared/package.json',
  'scripts/src/build',
  'scripts/src/bundler',
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

/** The packages of package-lock.json by their folder, with their dependencies by kind. */
export type LockedPackages = Readonly<Record<string, { version?: string } & Record<string, unknown>>>;

/**
 * `<folder> <version>` of every installed copy of the libraries that a front package, shared and the bundler use: other versions do not
 * change the build. Packages of this repository have no version here, because their sources are hashed.
 */
export function librariesOf(packageName: string, packages: LockedPackages): string[] {
  const byName = new Map<string, string[]>();
  for (const folder of Object.keys(packages)) {
    const name = folder.replace(/^.*node_modules\//, '');
    byName.set(name, [...(byName.get(name) ?? []), folder]);
  }
  const found = new Set<string>();
  const add = (from: string, ...kinds: string[]): void => {
    for (const name of kinds.flatMap((kind) => Object.keys(packages[from]?.[kind] ?? {})))
      for (const folder of byName.get(name) ?? []) {
        const library = `${folder} ${packages[folder]?.version ?? ''}`;
        if (found.has(library)) continue;
        found.add(library);
        add(folder, 'dependencies', 'optionalDependencies', 'peerDependencies');
      }
  };
  add(packageName, 'dependencies');
  add('shared', 'dependencies');
  add('scripts', 'devDependencies');
  return [...found].sort();
}

/** A hash of every input of a front package's build. Equal hashes mean equal builds. */
export async function sourceHash(packageName: string): Promise<string> {
  const hash = createHash('sha256').update(process.versions.node.split('.')[0] ?? '');
  for (const input of OWN_INPUTS) await addPath(hash, join(ROOT, packageName, input));
  for (const input of SHARED_INPUTS) await addPath(hash, join(ROOT, input));
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: LockedPackages;
  };
  return hash.update(librariesOf(packageName, packages).join('\0')).digest('hex');
}
