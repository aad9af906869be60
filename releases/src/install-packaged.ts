import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '@palier/base/paths';
import { activateBuild } from './activate-build';
import type { Store } from './store';
import { descriptionIn, readFolder } from './version-files';
import { addVersion } from './versions';

/** The remotes of the artefact, by name and version. */
const PACKAGED = join(ROOT, '../remotes');

/**
 * Adds the remotes of the artefact to the store, and activates each one unless a team has activated a
 * released version. Returns one line for each remote.
 */
export async function addPackagedRemotes(store: Store): Promise<string[]> {
  const lines: string[] = [];
  for (const name of (await readdir(PACKAGED)).sort())
    for (const version of await readdir(join(PACKAGED, name))) {
      const files = await readFolder(join(PACKAGED, name, version));
      await addVersion(store, descriptionIn(files, name, version), files);
      const released = await activateBuild(store, { name, version, by: 'install', overrideOrigins: [] });
      lines.push(`${name} ${released === null ? `${version} is active` : `${released} stays active`}`);
    }
  return lines;
}
