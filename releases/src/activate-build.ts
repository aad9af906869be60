import { CommandError } from '@palier/base/command';
import { isDevelopmentVersion, type Registry } from '@palier/shared/contracts/releases';
import { findScreenFault } from './gate/specified-screens';
import { activate } from './registry-changes';
import { changeCurrentRegistry, readRegistry, type Store } from './store';
import { releasedVersion } from './version-files';
import { readSignedVersion } from './versions';

/**
 * Activates a development version of the store unless a released version is active. Returns the released
 * version, else null. A new store takes `overrideOrigins`, from which developers may replace remotes.
 */
export async function activateBuild(
  store: Store,
  {
    name,
    version,
    by,
    overrideOrigins,
  }: { name: string; version: string; by: string; overrideOrigins: string[] },
): Promise<string | null> {
  const description = await readSignedVersion(store, await readRegistry(store), name, version);
  let released: string | null = null;
  await changeCurrentRegistry(store, `${by}: ${name} ${version}`, (registry) => {
    const remote = registry.remotes[name];
    if (remote?.active === version) return null;
    if (remote !== undefined && !isDevelopmentVersion(remote.active)) {
      released = remote.active;
      return null;
    }
    const started = registry.revision === 0 ? { ...registry, overrideOrigins } : registry;
    const changed = activate(started, name, version, releasedVersion(description, remote?.origin));
    if (by === 'install') refuseTakenPath(name, version, changed);
    return changed;
  });
  return released;
}

/** Throws a CommandError when a packaged remote would take a path that a team has meanwhile. */
function refuseTakenPath(name: string, version: string, registry: Registry): void {
  const fault = findScreenFault(name, registry);
  if (fault === null) return;
  throw new CommandError(
    `${name} ${version} would take a path that another remote has: ${fault}. ${name} stays as it was.`,
    'Let the other team release a version without this path, then install again.',
  );
}
