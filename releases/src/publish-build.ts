import { existsSync } from 'node:fs';
import { remoteDevOrigins } from '@palier/base/dev-ports.mjs';
import { releaseRoot } from '@palier/base/paths';
import { folderOfRemote, readManifest } from '@palier/base/workspaces.mjs';
import { activateBuild } from './activate-build';
import { addVersion } from './add-version';
import { versionFolder } from './versions';

/** The version of a working tree's build. Equal sources have equal versions. */
export const developmentVersion = (name: string, hash: string): string =>
  `${(readManifest(folderOfRemote(name)) as { version: string }).version}-dev.${hash.slice(0, 8)}`;

/**
 * Publishes a working tree's build as a development version, and activates it unless a released version is
 * active.
 */
export async function publishDevelopmentVersion(name: string, dist: string, hash: string): Promise<string> {
  const root = releaseRoot();
  const version = developmentVersion(name, hash);
  if (!existsSync(versionFolder(root, name, version))) await addVersion(root, name, version, dist);
  // Only a new store takes these origins, from which developers may replace remotes; later
  // `npm run release -- overrides` sets them.
  const released = await activateBuild(root, {
    name,
    version,
    by: 'npm start',
    overrideOrigins: remoteDevOrigins(),
  });
  return released === null
    ? version
    : `${version} (not activated: the released version ${released} is active)`;
}
