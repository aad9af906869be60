import { releaseRoot } from '../paths';
import { activeRemote, rollBack } from './changes';
import { changeRegistry, listRevisions, readRegistry, readRevision } from './store';
import { exists, readVersion, releasedVersion, versionFolder } from './versions';

/**
 * Gives users the previous version back. No gate: it has been active. Answers the version that is active now. A module of
 * its own, with as little behind it as can be: whoever runs it is in a hurry.
 */
export async function rollBackRelease(name: string): Promise<string> {
  const root = releaseRoot();
  const registry = await readRegistry(root);
  const remote = activeRemote(registry, name);
  const earlier = await activeBefore(root, name, [remote.active, remote.previous]);
  const fallback =
    earlier === null
      ? null
      : {
          version: earlier,
          released: releasedVersion(await readVersion(root, name, earlier), remote.origin),
        };
  const after = await changeRegistry(root, registry, `rollback ${name}`, (before) =>
    rollBack(before, name, fallback),
  );
  return after.remotes[name]?.active ?? '';
}

/** The last other version that was active and is still published: what the page falls back to after a rollback. */
async function activeBefore(root: string, name: string, except: (string | null)[]): Promise<string | null> {
  for (const revision of (await listRevisions(root)).reverse()) {
    const version = (await readRevision(root, revision)).registry.remotes[name]?.active;
    if (version === undefined || except.includes(version)) continue;
    if (await exists(versionFolder(root, name, version))) return version;
  }
  return null;
}
