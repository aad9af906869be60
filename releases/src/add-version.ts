import { randomUUID } from 'node:crypto';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compressFolder } from '@palier/scripts/build/compress';
import { ROOT } from '@palier/scripts/paths';
import { needsOf } from './needs';
import { sourceCommit } from './source-commit';
import {
  DESCRIPTION_FILE,
  exists,
  hashesOf,
  versionFolder,
  type BuildDescription,
  type VersionDescription,
} from './versions';

/** Adds a built remote to the store. Returns false when the version exists already: a published version is never overwritten. */
export async function addVersion(
  root: string,
  name: string,
  version: string,
  dist: string,
): Promise<boolean> {
  const folder = versionFolder(root, name, version);
  if (await exists(folder)) return false;
  const built = JSON.parse(await readFile(join(dist, DESCRIPTION_FILE), 'utf8')) as BuildDescription;
  // A draft folder that is renamed: the store never has an incomplete version.
  const draft = `${join(root, name)}/.draft-${randomUUID()}`;
  try {
    await mkdir(join(root, name), { recursive: true });
    await cp(dist, draft, { recursive: true, filter: (source) => !/\.(map|br|gz)$/.test(source) });
    const description: VersionDescription = {
      ...built,
      version,
      publishedAt: new Date().toISOString(),
      commit: await sourceCommit(ROOT),
      needs: needsOf(name, built.uses),
      integrity: await hashesOf(draft),
    };
    await writeFile(join(draft, DESCRIPTION_FILE), `${JSON.stringify(description, null, 2)}\n`);
    await compressFolder(draft);
    await rename(draft, folder);
    return true;
  } catch (error) {
    // Another process published the same version first, so the rename failed.
    if (await exists(folder)) return false;
    throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
