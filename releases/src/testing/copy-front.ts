import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { CACHE, ROOT } from '@palier/base/paths';
import { runNpm } from '@palier/base/process/run';

const LEFT_OUT = ['node_modules', 'dist', 'dist-standalone'];

/**
 * Copies folders of this repository into a new one inside it, so that all other packages are found from
 * there, and returns its path. The copies of packages `@palier/…` stand before the originals.
 */
export async function copyPackages(packages: Readonly<Record<string, string>>): Promise<string> {
  await mkdir(CACHE, { recursive: true });
  const copy = await mkdtemp(join(CACHE, 'copy-'));
  await mkdir(join(copy, 'node_modules/@palier'), { recursive: true });
  for (const file of ['package.json', 'tsconfig.base.json', 'tsconfig.front.json'])
    await cp(join(ROOT, file), join(copy, file));
  for (const [name, folder] of Object.entries(packages)) {
    await cp(join(ROOT, folder), join(copy, folder), {
      recursive: true,
      filter: (path) => !LEFT_OUT.includes(basename(path)),
    });
    await symlink(join(copy, folder), join(copy, 'node_modules/@palier', name));
    if (existsSync(join(ROOT, folder, 'node_modules')))
      await symlink(join(ROOT, folder, 'node_modules'), join(copy, folder, 'node_modules'));
  }
  return copy;
}

/**
 * The folder `node_modules/@module-federation` of that version, which npm installs once: the tests of later
 * runs use it from the cache. webpack is this repository's.
 */
export async function installFederation(version: string): Promise<string> {
  const folder = join(CACHE, 'federation', version);
  const installed = join(folder, 'node_modules/@module-federation');
  if (existsSync(installed)) return installed;
  await mkdir(join(CACHE, 'federation'), { recursive: true });
  const draft = await mkdtemp(join(CACHE, 'federation/draft-'));
  try {
    await writeFile(join(draft, 'package.json'), '{ "private": true }');
    const options = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
    const words = ['install', '--prefix', draft, ...options, `@module-federation/enhanced@${version}`];
    const { code, output } = await runNpm(words);
    if (code !== 0) throw new Error(`npm install ended with ${code}: ${output}`);
    await rm(folder, { recursive: true, force: true });
    await rename(draft, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return installed;
}
