import { CommandError } from '@palier/scripts/command';
import { releaseRoot } from '@palier/scripts/paths';
import { activate, activeRemote, endCanary, retire, startCanary, subtreeHash } from './registry-changes';
import { passGate } from './gate/release-gate';
import type { Canary, Registry, ReleasedRemote } from './registry';
import { changeCurrentRegistry, changeRegistry, readRegistry } from './store';
import { readVersion, releasedVersion } from './versions';

/** Makes a published version the active one, once it has passed the gate. Answers what users had of the remote before, if anything. */
export async function activateRelease(
  name: string,
  version: string,
  shell?: string,
): Promise<ReleasedRemote | undefined> {
  const root = releaseRoot();
  const registry = await readRegistry(root);
  const description = await readVersion(root, name, version);
  const released = releasedVersion(description, registry.remotes[name]?.origin);
  const change = (before: Registry): Registry => activate(before, name, version, released);
  await passGate({ root, description, registry: change(registry), shell });
  await changeRegistry(root, registry, `activate ${name} ${version}`, change);
  return registry.remotes[name];
}

/** Who is to see a canary: `percent` of the users, or the agent `subtree` and everyone below it. */
export type Audience = { readonly percent: number } | { readonly subtree: string };

/** Offers a published version to some users beside the active one; it passes the same gate. */
export async function startCanaryRelease(
  name: string,
  version: string,
  audience: Audience,
  shell?: string,
): Promise<void> {
  const root = releaseRoot();
  const registry = await readRegistry(root);
  const remote = activeRemote(registry, name);
  if (remote.active === version)
    throw new CommandError(
      `${name} ${version} is active: everyone has it.`,
      'Name the version that some are to try.',
    );
  const description = await readVersion(root, name, version);
  const released = releasedVersion(description, remote.origin);
  const canary: Canary =
    'percent' in audience
      ? { version, percent: audience.percent }
      : { version, subtree: subtreeHash(name, version, audience.subtree) };
  await passGate({ root, description, registry: activate(registry, name, version, released), shell });
  const whom = 'percent' in audience ? `--percent ${audience.percent}` : `--subtree ${audience.subtree}`;
  await changeRegistry(root, registry, `canary ${name} ${version} ${whom}`, (before) =>
    startCanary(before, name, canary, released),
  );
}

export async function endCanaryRelease(name: string): Promise<void> {
  const root = releaseRoot();
  const registry = await readRegistry(root);
  await changeRegistry(root, registry, `canary ${name} --off`, (before) => endCanary(before, name));
}

/** Takes a remote away from users, whatever they have of it; its versions stay in the store. Said twice, it is done once. */
export const retireRelease = (name: string): Promise<void> =>
  changeCurrentRegistry(releaseRoot(), `retire ${name}`, (registry) =>
    registry.remotes[name] === undefined ? null : retire(registry, name),
  );

/**
 * Names the origin that serves a remote's files; null: the page's own. What is described now moves with it, once the active
 * version has passed the gate from there: all users would be without it at once.
 */
export async function setOrigin(name: string, origin: string | null, shell?: string): Promise<void> {
  const root = releaseRoot();
  const registry = await readRegistry(root);
  const { origin: _before, ...remote } = activeRemote(registry, name);
  const described = await Promise.all(
    Object.keys(remote.versions).map((version) => readVersion(root, name, version)),
  );
  const versions = Object.fromEntries(
    described.map((description) => [description.version, releasedVersion(description, origin ?? '')]),
  );
  const moved = { ...remote, ...(origin === null ? {} : { origin }), versions };
  const change = (before: Registry): Registry => ({
    ...before,
    remotes: { ...before.remotes, [name]: moved },
  });
  const description = await readVersion(root, name, remote.active);
  await passGate({ root, description, registry: change(registry), shell });
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
