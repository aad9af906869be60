import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import { CommandError } from '@palier/base/command';
import { copyStore } from '@palier/server/remotes';
import type { Store } from './store';

/**
 * Writes what users run to a folder, for a host that serves files without our server: `remotes.json` and the
 * versions, also those with an origin of their own. Returns the revision.
 */
export async function exportServedReleases(store: Store, folder: string): Promise<number> {
  const revision = await copyStore(store, folder, 0, { includesOtherOrigins: true });
  // The salt is a secret of servers; a host may serve dot folders.
  await rm(join(folder, '.store'), { recursive: true, force: true });
  if (revision > 0) return revision;
  throw new CommandError(
    'No remote has an active version.',
    'Activate one first: npm run release -- activate',
  );
}
