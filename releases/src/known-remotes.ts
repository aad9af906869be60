import { readdir } from 'node:fs/promises';
import { REMOTES } from '@palier/scripts/paths';
import { listVersions } from './versions';

/** The remotes of this working tree, then those that only the store has, such as a remote of another branch. */
export async function listKnownRemotes(root: string): Promise<string[]> {
  const known = new Set(REMOTES);
  const folders = await readdir(root).catch(() => []);
  for (const name of folders.filter((folder) => !folder.startsWith('.')).sort())
    if ((await listVersions(root, name)).length > 0) known.add(name);
  return [...known];
}
