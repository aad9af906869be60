import { releaseRoot } from '@palier/scripts/paths';
import { passReleaseGate } from './gate/release-gate';
import type { Registry, ReleasedRemote } from './registry';
import { activate } from './registry-changes';
import { changeRegistry, readRegistry } from './store';
import { readSignedVersion, releasedVersion } from './versions';

/** Makes a published version active once it has passed the release gate. Returns the remote's entry before the change, if any. */
export async function activateRelease(
  name: string,
  version: string,
  shell?: string,
): Promise<ReleasedRemote | undefined> {
  const root = releaseRoot();
  const registry = await readRegistry(root);
  const description = await readSignedVersion(root, registry, name, version);
  const released = releasedVersion(description, registry.remotes[name]?.origin);
  const change = (before: Registry): Registry => activate(before, name, version, released);
  await passReleaseGate({ root, description, registry: change(registry), shell });
  await changeRegistry(root, registry, `activate ${name} ${version}`, change);
  return registry.remotes[name];
}
