import { activate } from './registry-changes';
import { isDevelopmentVersion } from '@palier/shared/contracts/releases';
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
    return activate(started, name, version, releasedVersion(description, remote?.origin));
  });
  return released;
}
