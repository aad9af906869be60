import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '@palier/scripts/paths';
import { activateBuild } from './activate-build';
import { exists, versionFolder } from './versions';

/** The remotes of the artefact, in the layout of a store without a registry. */
const PACKAGED = join(ROOT, '../remotes');

/**
 * Adds the remotes of the artefact to a store, and activates each one unless a team has activated a released version. Returns one
 * line for each remote.
 */
export async function installPackagedRemotes(root: string): Promise<string[]> {
  const lines: string[] = [];
  for (const name of (await readdir(PACKAGED)).sort())
    for (const version of await readdir(join(PACKAGED, name))) {
      await copyVersion(root, name, version);
      const released = await activateBuild(root, { name, version, by: 'install', overrideOrigins: [] });
      lines.push(`${name} ${released === null ? `${version} is active` : `${released} stays active`}`);
    }
  return lines;
}

/** Renamed when it is complete, so that the store never has an incomplete version. */
async function copyVersion(root: string, name: string, version: string): Promise<void> {
  const folder = versionFolder(root, name, version);
  if (await exists(folder)) return;
  const draft = join(root, name, `.draft-${randomUUID()}`);
  try {
    await mkdir(join(root, name), { recursive: true });
    await cp(join(PACKAGED, name, version), draft, { recursive: true });
    await rename(draft, folder);
  } catch (error) {
    // Another process added the same version first, so the rename failed.
    if (!(await exists(folder))) throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
