import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { liveRegistrySchema, type LiveRegistry } from './schemas';

const NO_REMOTES: LiveRegistry = { remotes: {} };

/** Creates a reader of remotes.json, which reads again only when the file was replaced; an unreadable file counts as empty. */
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
      return NO_REMOTES;
    }
  };
}
