import { releaseRoot } from '../paths';
import { activeRemote, rollBack } from './changes';
import {
  changeRegistry,
  listRevisions,
  publishLast,
  readRegistry,
  readRevision,
  unpublishedRevisions,
} from './store';
import { exists, readVersion, releasedVersion, versionFolder } from './versions';

export interface RolledBack {
  /** The version that is active now. */
  readonly version: string;
  /** It had been decided before, by a rollback that was cut short; users have it only now. */
  readonly wasCutShort: boolean;
}

/**
 * Gives users the previous version back, or finishes a rollback that was cut short: said twice, it goes back once. No gate:
 * that version has been active. A module of its own, with as little behind it as can be: whoever runs it is in a hurry.
 */
export async function rollBackRelease(name: string): Promise<RolledBack> {
  const root = releaseRoot();
  const registry = await readRegistry(root);
  const remote = activeRemote(registry, name);
  if (await waitsForUsers(root, name)) {
    await publishLast(root);
    return { version: remote.active, wasCutShort: true };
  }
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
  return { version: after.remotes[name]?.active ?? '', wasCutShort: false };
}

/** Whether a rollback is the last change of this remote that users do not have yet. */
async function waitsForUsers(root: string, name: string): Promise<boolean> {
  for (const revision of (await unpublishedRevisions(root)).reverse()) {
    const { action } = await readRevision(root, revision);
    if (action.split(' ').includes(name)) return action === `rollback ${name}`;
  }
  return false;
}

/**
 * The last other version that was active and is still published: what the page falls back to after a rollback. One that an
 * earlier rollback took away, and nobody activated since, is not it.
 */
async function activeBefore(root: string, name: string, except: (string | null)[]): Promise<string | null> {
  const passedOver = new Set(except);
  let next = '';
  for (const revision of (await listRevisions(root)).reverse()) {
    const { action, registry } = await readRevision(root, revision);
    const version = registry.remotes[name]?.active;
    if (version !== undefined) {
      if (next === `rollback ${name}`) passedOver.add(version);
      if (!passedOver.has(version) && (await exists(versionFolder(root, name, version)))) return version;
    }
    next = action;
  }
  return null;
}
