import { join } from 'node:path';
import { CommandError } from '@palier/scripts/command';
import { releaseRoot } from '@palier/scripts/paths';
import { activeRemote, rollBack } from './registry-changes';
import { BUILT_SHELL, openShell } from './gate/shell-source';
import { refusalsOf } from './gate/compatibility';
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
 * Gives users the previous version back, or finishes a rollback that was cut short: said twice, it goes back once. No browser
 * opens it, since it has been active; but the shell at `shell` may be another since, and is asked what it offers. A module of its
 * own, with as little behind it as can be: whoever runs it is in a hurry.
 */
export async function rollBackRelease(name: string, shell?: string): Promise<RolledBack> {
  const root = releaseRoot();
  const registry = await readRegistry(root);
  const remote = activeRemote(registry, name);
  if (await waitsForUsers(root, name)) {
    await publishLast(root);
    return { version: remote.active, wasCutShort: true };
  }
  if (remote.previous !== null) await requireShellFor(root, name, remote.previous, shell);
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

/**
 * Throws a CommandError when the shell at `place`, or else the one built here if there is one, lacks what a version needs: users would
 * have nothing in its place.
 */
async function requireShellFor(root: string, name: string, version: string, place?: string): Promise<void> {
  if (place === undefined && !(await exists(join(BUILT_SHELL, 'shell.json')))) return;
  const description = await readVersion(root, name, version).catch(() => null);
  const { offer } = await openShell(place);
  const [refusal] = description === null ? [] : refusalsOf(description.needs, offer);
  if (refusal === undefined) return;
  throw new CommandError(
    `${name} ${version} would not run in the shell ${place === undefined ? 'as last built here' : `at ${place}`}: ${refusal}. Nothing was changed.`,
    `If users have another shell, name it: --shell https://palier.example. Else activate a version that runs in it, or take the remote away: npm run release -- retire ${name}`,
  );
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
 * earlier rollback or `retire` took away, and nobody activated since, is not it.
 */
async function activeBefore(root: string, name: string, except: (string | null)[]): Promise<string | null> {
  const passedOver = new Set(except);
  let next = '';
  for (const revision of (await listRevisions(root)).reverse()) {
    const { action, registry } = await readRevision(root, revision);
    const version = registry.remotes[name]?.active;
    if (version !== undefined) {
      if (next === `rollback ${name}` || next === `retire ${name}`) passedOver.add(version);
      if (!passedOver.has(version) && (await exists(versionFolder(root, name, version)))) return version;
    }
    next = action;
  }
  return null;
}
