import { CommandError } from '@palier/base/command';
import { folderOfRemote } from '@palier/base/workspaces.mjs';
import type { VersionDescription } from '@palier/shared/contracts/releases';
import { buildRelease } from './publish';
import type { Store } from './store';
import { addVersion, listVersions } from './versions';

/**
 * Builds a remote and adds it to the store. Users do not get this version yet. Throws a CommandError when the
 * version exists with other files.
 */
export async function publishFromWorkspace(
  store: Store,
  name: string,
  ...check: readonly [((folder: string) => Promise<boolean>) | null] | readonly []
): Promise<VersionDescription> {
  const isTaken = async (version: string): Promise<boolean> =>
    (await listVersions(store, name)).includes(version);
  const { description, files } = await buildRelease(name, isTaken, ...check);
  if ((await addVersion(store, description, files)) === 'other')
    throw new CommandError(
      `${name} ${description.version} is already published, and a published version never changes.`,
      `Raise it, then publish again: npm version minor -w ${folderOfRemote(name)}`,
    );
  return description;
}
