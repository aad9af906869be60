import { activate } from './registry-changes';
import { isDevelopmentVersion } from './registry';
import { changeCurrentRegistry, readRegistry } from './store';
import { readSignedVersion, releasedVersion } from './versions';

/**
 * Activates a development version of the store unless a released version is active. Returns the released
 * version, else null. A new store takes `overrideOrigins`, from which developers may replace remotes.
 */
export async function activateBuild(
  root: string,
  {
    name,
    version,
    by,
    overrideOrigins,
  }: { name: string; version: string; by: string; overrideOrigins: string[] },
): Promise<string | null> {
  const description = await readSignedVersion(root, await readRegistry(root), name, version);
  let released: string | null = null;
  await changeCurrentRegistry(root, `${by}: ${name} ${version}`, (registry) => {
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
