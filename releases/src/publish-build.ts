import { remoteDevOrigins } from '@palier/base/dev-ports.mjs';
import { folderOfRemote, readManifest } from '@palier/base/workspaces.mjs';
import { activateBuild } from './activate-build';
import { buildVersion } from './build-version';
import type { Store } from './store';
import { addVersion, listVersions } from './versions';

/**
 * The version of a working tree's build. Equal sources have equal versions. With a letter, because a part of
 * digits alone must not begin with 0.
 */
export const developmentVersion = (name: string, hash: string): string =>
  `${(readManifest(folderOfRemote(name)) as { version: string }).version}-dev.b${hash.slice(0, 8)}`;

/**
 * Publishes a working tree's build as a development version, and activates it unless a released version is
 * active.
 */
export async function publishDevelopmentVersion(
  store: Store,
  name: string,
  dist: string,
  hash: string,
): Promise<string> {
  const version = developmentVersion(name, hash);
  if (!(await listVersions(store, name)).includes(version)) {
    const { description, files } = await buildVersion(name, version, dist);
    await addVersion(store, description, files);
  }
  // Only a new store takes these origins, from which developers may replace remotes; later `npm run release
  // -- overrides` sets them.
  const released = await activateBuild(store, {
    name,
    version,
    by: 'npm start',
    overrideOrigins: remoteDevOrigins(),
  });
  return released === null
    ? version
    : `${version} (not activated: the released version ${released} is active)`;
}
