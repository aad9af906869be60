import { cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { compressFolder } from '../build/compress';
import { releaseRoot } from '../paths';
import { activate, updateRegistry, type ReleasedVersion } from './registry';

/** description.json as the build leaves it; file names are relative to the version's folder. */
interface Description {
  readonly name: string;
  readonly version: string;
  readonly entry: string;
  readonly preload: readonly string[];
  readonly css: readonly string[];
  readonly integrity: Readonly<Record<string, string>>;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

function release(description: Description, base: string): ReleasedVersion {
  const { entry, preload, css, integrity } = description;
  return {
    entry: base + entry,
    integrity: integrity[entry] ?? '',
    preload: preload.map((file) => base + file),
    styles: css.map((file) => base + file),
  };
}

/**
 * Adds a built remote to the release store as a version of its own and makes it active. A version already there is
 * never overwritten.
 */
export async function publish(dist: string, buildId: string): Promise<string> {
  const root = releaseRoot();
  const description = JSON.parse(await readFile(join(dist, 'description.json'), 'utf8')) as Description;
  const version = `${description.version}-${buildId}`;
  const folder = join(root, description.name, version);
  if (!(await exists(folder))) {
    // Written aside and renamed, so that a version is either whole or absent.
    const draft = `${folder}.${process.pid}`;
    await mkdir(join(root, description.name), { recursive: true });
    await cp(dist, draft, { recursive: true, filter: (source) => !source.endsWith('.map') });
    await compressFolder(draft);
    await rename(draft, folder).catch(async (error: unknown) => {
      await rm(draft, { recursive: true, force: true });
      if (!(await exists(folder))) throw error;
    });
  }
  const released = release(description, `/remotes/${description.name}/${version}/`);
  await updateRegistry(root, (registry) => activate(registry, description.name, version, released));
  return version;
}
