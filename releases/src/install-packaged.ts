import { existsSync } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '@palier/base/paths';
import { activateBuild } from './activate-build';
import { addFolder, versionFolder } from './versions';

/** The remotes of the artefact, in the layout of a store without a registry. */
const PACKAGED = join(ROOT, '../remotes');

/**
 * Adds the remotes of the artefact to a store, and activates each one unless a team has activated a released
 * version. Returns one line for each remote.
 */
export async function installPackagedRemotes(root: string): Promise<string[]> {
  const lines: string[] = [];
  for (const name of (await readdir(PACKAGED)).sort())
    for (const version of await readdir(join(PACKAGED, name))) {
      if (!existsSync(versionFolder(root, name, version)))
        await addFolder(root, name, version, (draft) =>
          cp(join(PACKAGED, name, version), versionFolder(draft, name, version), { recursive: true }),
        );
      const released = await activateBuild(root, { name, version, by: 'install', overrideOrigins: [] });
      lines.push(`${name} ${released === null ? `${version} is active` : `${released} stays active`}`);
    }
  return lines;
}
