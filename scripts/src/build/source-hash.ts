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

interface LockedPackage {
  readonly version?: string;
  readonly link?: true;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}
/** The packages of package-lock.json by their folder. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

/** The folder in which `name` is found from the package in the folder `from`, by Node's rule. */
function folderOf(packages: LockedPackages, from: string, name: string): string | undefined {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    const folder = `${place === '' ? '' : `${place}/`}node_modules/${name}`;
    if (packages[folder] !== undefined) return folder;
    if (place === '') return undefined;
  }
}

/**
 * The folders and versions of the libraries that builds of a front package use, and of the bundler's: a build does not change
 * with the version of any other package. The sources of this repository are inputs themselves.
 */
export function librariesOf(packageName: string, packages: LockedPackages): string[] {
  const found = new Map<string, string>();
  const add = (from: string, names: object = {}): void => {
    for (const name of Object.keys(names)) {
      const folder = folderOf(packages, from, name);
      const locked = folder === undefined ? undefined : packages[folder];
      if (folder === undefined || locked === undefined || locked.link === true || found.has(folder)) continue;
      found.set(folder, locked.version ?? '');
      const { dependencies, optionalDependencies, peerDependencies } = locked;
      add(folder, { ...dependencies, ...optionalDependencies, ...peerDependencies });
    }
  };
  for (const name of [packageName, 'shared']) add(name, packages[name]?.dependencies);
  add('scripts', packages.scripts?.devDependencies);
  return [...found].map(([folder, version]) => `${folder} ${version}`).sort();
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
