import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { liveRegistrySchema, type LiveRegistry } from './schemas';

const NOTHING: LiveRegistry = { remotes: {} };

/** Reads remotes.json again only when the file was replaced; an unreadable file counts as empty. */
export function createLiveRegistry(remotesRoot: string): () => Promise<LiveRegistry> {
  const file = path.join(remotesRoot, 'remotes.json');
  let held: { readonly stamp: string; readonly registry: LiveRegistry } | undefined;
  return async () => {
    try {
      const { mtimeMs, ino } = await stat(file);
      const stamp = `${mtimeMs}:${ino}`;
      if (held?.stamp !== stamp)
        held = { stamp, registry: liveRegistrySchema.parse(JSON.parse(await readFile(file, 'utf8'))) };
      return held.registry;
    } catch {
      return NOTHING;
    }
  };
}
