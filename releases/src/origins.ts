import { releaseRoot } from '@palier/scripts/paths';
import { passReleaseGate } from './gate/release-gate';
import type { Registry } from './registry';
import { activeRemote } from './registry-changes';
import { changeRegistry, readRegistry } from './store';
import { readSignedVersion, releasedVersion } from './versions';

/**
 * Sets the origin that serves a remote's files; null: the page's own. All users move at once, so the active version must first
 * pass the release gate from that origin.
 */
export async function setOrigin(name: string, origin: string | null, shell?: string): Promise<void> {
  const root = releaseRoot();
  const registry = await readRegistry(root);
  const { origin: _before, ...remote } = activeRemote(registry, name);
  const described = await Promise.all(
    Object.keys(remote.versions).map((version) => readSignedVersion(root, registry, name, version)),
  );
  const versions = Object.fromEntries(
    described.map((description) => [description.version, releasedVersion(description, origin ?? '')]),
  );
  const moved = { ...remote, ...(origin === null ? {} : { origin }), versions };
  const change = (before: Registry): Registry => ({
    ...before,
    remotes: { ...before.remotes, [name]: moved },
  });
  const description = await readSignedVersion(root, registry, name, remote.active);
  await passReleaseGate({ root, description, registry: change(registry), shell });
  await changeRegistry(root, registry, `origin ${name} ${origin ?? 'none'}`, change);
}

/** Sets the origins from which a developer may replace a remote in a running shell. */
export async function setOverrideOrigins(origins: readonly string[]): Promise<void> {
  const root = releaseRoot();
  const registry = await readRegistry(root);
  await changeRegistry(root, registry, `overrides ${origins.join(' ') || 'none'}`, (before) => ({
    ...before,
    overrideOrigins: [...origins],
  }));
}
