import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '@palier/base/command';
import { releaseRoot } from '@palier/base/paths';
import { activeRemote, rollBack } from './registry-changes';
import { BUILT_SHELL, openShell } from './gate/shell-source';
import { incompatibilities } from './gate/compatibility';
import {
  addRevision,
  listRevisions,
  publishLast,
  readRegistry,
  readRevision,
  listUnpublishedRevisions,
} from './store';
import { readSignedVersion, readVersion, releasedVersion, versionFolder } from './versions';

export interface RolledBack {
  readonly version: string;
  /** Whether this call only finished an interrupted rollback. */
  readonly finishedInterrupted: boolean;
}

/**
 * Makes the previous version active again, or finishes an interrupted rollback, so that a repeated command
 * rolls back only once. With `from`, only while that version is active, so that a form sent twice rolls back
 * once. The version was active before, so only its needs are compared with the shell. This module loads no
 * browser: a rollback is urgent.
 */
export async function rollBackRelease(name: string, shell?: string, from?: string): Promise<RolledBack> {
  const root = releaseRoot();
  const registry = await readRegistry(root);
  const remote = activeRemote(registry, name);
  if (await isRollbackInterrupted(root, name)) {
    await publishLast(root);
    return { version: remote.active, finishedInterrupted: true };
  }
  if (remote.previous !== null) await requireCompatibleShell(root, name, remote.previous, shell);
  if (from !== undefined && remote.active !== from)
    throw new CommandError(
      `${name} ${from} is not active; the active version is ${remote.active}. Nothing was changed.`,
      'Check the state with: npm run release -- status',
    );
  // A rollback is urgent: without keys of the team, an unreadable description does not stop it.
  if (remote.previous !== null && registry.teamKeys?.[name] !== undefined)
    await readSignedVersion(root, registry, name, remote.previous);
  const earlier = await findLastActiveVersion(root, name, [remote.active, remote.previous]);
  const fallback =
    earlier === null
      ? null
      : {
          version: earlier,
          released: releasedVersion(await readSignedVersion(root, registry, name, earlier), remote.origin),
        };
  const after = await addRevision(root, `rollback ${name}`, rollBack(registry, name, fallback));
  return { version: after.remotes[name]?.active ?? '', finishedInterrupted: false };
}

/**
 * Throws a CommandError when the shell at `place`, or else the shell built here, if any, lacks something that
 * the version needs.
 */
async function requireCompatibleShell(
  root: string,
  name: string,
  version: string,
  place?: string,
): Promise<void> {
  if (place === undefined && !existsSync(join(BUILT_SHELL, 'shell.json'))) return;
  const description = await readVersion(root, name, version).catch(() => null);
  const { offer } = await openShell(place);
  const [refusal] = description === null ? [] : incompatibilities(description.needs, offer);
  if (refusal === undefined) return;
  throw new CommandError(
    `${name} ${version} would not run in the shell ${place === undefined ? 'last built here' : `at ${place}`}: ${refusal}. Nothing was changed.`,
    `If users have another shell, name it: --shell https://palier.example. Otherwise activate a version that runs in it, or retire the remote: npm run release -- retire ${name}`,
  );
}

/** Whether a rollback is the last change of this remote that is not published. */
async function isRollbackInterrupted(root: string, name: string): Promise<boolean> {
  for (const revision of (await listUnpublishedRevisions(root)).reverse()) {
    const { action } = await readRevision(root, revision);
    if (action.split(' ').includes(name)) return action === `rollback ${name}`;
  }
  return false;
}

/**
 * The fallback after a rollback: the last other version that was active and is still published, unless a
 * rollback or `retire` removed it and it was not activated since.
 */
async function findLastActiveVersion(
  root: string,
  name: string,
  except: (string | null)[],
): Promise<string | null> {
  const skipped = new Set(except);
  let next = '';
  for (const revision of (await listRevisions(root)).reverse()) {
    const { action, registry } = await readRevision(root, revision);
    const version = registry.remotes[name]?.active;
    if (version !== undefined) {
      if (next === `rollback ${name}` || next === `retire ${name}`) skipped.add(version);
      if (!skipped.has(version) && existsSync(versionFolder(root, name, version))) return version;
    }
    next = action;
  }
  return null;
}
