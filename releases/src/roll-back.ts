import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '@palier/base/command';
import { activeRemote, rollBack } from './registry-changes';
import { BUILT_SHELL, openShell } from './gate/shell-source';
import { incompatibilities } from './gate/compatibility';
import { findScreenFault } from './gate/specified-screens';
import { addRevision, readRegistry, walkRevisions, type Store } from './store';
import { releasedVersion } from './version-files';
import { listVersions, readSignedVersion, readVersion } from './versions';

/**
 * Makes the previous version active again, and returns it. With `from`, only while that version is active, so
 * that a form sent twice rolls back once. The version was active before, so only its needs are compared with
 * the shell. This module loads no browser: a rollback is urgent.
 */
export async function rollBackRelease(
  store: Store,
  name: string,
  shell?: string,
  from?: string,
): Promise<string> {
  const registry = await readRegistry(store);
  const remote = activeRemote(registry, name);
  if (remote.previous !== null) await requireCompatibleShell(store, name, remote.previous, shell);
  if (from !== undefined && remote.active !== from)
    throw new CommandError(
      `${name} ${from} is not active; the active version is ${remote.active}. Nothing was changed.`,
      'Check the state with: npm run release -- status',
    );
  // A rollback is urgent: without keys of the team, an unreadable description does not stop it.
  if (remote.previous !== null && registry.teamKeys?.[name] !== undefined)
    await readSignedVersion(store, registry, name, remote.previous);
  const earlier = await findLastActiveVersion(store, name, [remote.active, remote.previous]);
  const fallback =
    earlier === null
      ? null
      : {
          version: earlier,
          released: releasedVersion(await readSignedVersion(store, registry, name, earlier), remote.origin),
        };
  const changed = rollBack(registry, name, fallback);
  const fault = findScreenFault(name, changed);
  if (fault !== null)
    throw new CommandError(
      `A rollback of ${name} would take a path that another remote has meanwhile: ${fault}. ` +
        'Nothing was changed.',
      'Publish a version without this path and activate it, or let the other team release one ' +
        'without it first.',
    );
  const after = await addRevision(store, `rollback ${name}`, changed);
  return after.remotes[name]?.active ?? '';
}

/**
 * Throws a CommandError when the shell at `place`, or else the shell built here, if any, lacks something that
 * the version needs.
 */
async function requireCompatibleShell(
  store: Store,
  name: string,
  version: string,
  place?: string,
): Promise<void> {
  if (place === undefined && !existsSync(join(BUILT_SHELL, 'shell.json'))) return;
  const description = await readVersion(store, name, version).catch(() => null);
  const { offer } = await openShell(place);
  const [refusal] = description === null ? [] : incompatibilities(description.needs, offer);
  if (refusal === undefined) return;
  throw new CommandError(
    `${name} ${version} would not run in the shell ` +
      `${place === undefined ? 'last built here' : `at ${place}`}: ${refusal}. Nothing was ` +
      'changed.',
    'If users have another shell, name it: --shell https://palier.example. Otherwise activate a ' +
      `version that runs in it, or retire the remote: npm run release -- retire ${name}`,
  );
}

/**
 * The fallback after a rollback: the last other version that was active and is still published, unless a
 * rollback or `retire` removed it and it was not activated since.
 */
async function findLastActiveVersion(
  store: Store,
  name: string,
  except: (string | null)[],
): Promise<string | null> {
  const published = new Set(await listVersions(store, name));
  const skipped = new Set(except);
  let next = '';
  for await (const { action, registry } of walkRevisions(store)) {
    const version = registry.remotes[name]?.active;
    if (version !== undefined) {
      if (next === `rollback ${name}` || next === `retire ${name}`) skipped.add(version);
      if (!skipped.has(version) && published.has(version)) return version;
    }
    next = action;
  }
  return null;
}
