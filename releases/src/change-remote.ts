import { CommandError } from '@palier/base/command';
import { releaseRoot } from '@palier/base/paths';
import { subtreeHash } from '@palier/server/remotes/subtree-hash';
import { passReleaseGate } from './gate/release-gate';
import type { Canary, ReleasedRemote } from './registry';
import { activate, activeRemote, endCanary, retire, startCanary } from './registry-changes';
import { addRevision, changeCurrentRegistry, readRegistry, readSubtreeSalt } from './store';
import { readSignedVersion, releasedVersion } from './versions';

/**
 * Makes a published version active once it has passed the release gate. Returns the remote's entry before the
 * change, if any.
 */
export async function activateRelease(
  name: string,
  version: string,
  shell?: string,
): Promise<ReleasedRemote | undefined> {
  const root = releaseRoot();
  const registry = await readRegistry(root);
  const description = await readSignedVersion(root, registry, name, version);
  const released = releasedVersion(description, registry.remotes[name]?.origin);
  const after = activate(registry, name, version, released);
  await passReleaseGate({ root, description, registry: after, shell });
  await addRevision(root, `activate ${name} ${version}`, after);
  return registry.remotes[name];
}

/** The users who get a canary: a share of all, or the agent `subtree` and everyone below that agent. */
export type Audience = { readonly percent: number } | { readonly subtree: string };

/** Offers a published version to some users beside the active one, once it has passed the release gate. */
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
      `${name} ${version} is already active for all users.`,
      'Give the version that some users are to try.',
    );
  const description = await readSignedVersion(root, registry, name, version);
  const released = releasedVersion(description, remote.origin);
  const [canary, option]: [canary: Canary, option: string] =
    'percent' in audience
      ? [{ version, percent: audience.percent }, `--percent ${audience.percent}`]
      : [
          { version, subtree: subtreeHash(await readSubtreeSalt(root), name, version, audience.subtree) },
          `--subtree ${audience.subtree}`,
        ];
  await passReleaseGate({ root, description, registry: activate(registry, name, version, released), shell });
  await addRevision(
    root,
    `canary ${name} ${version} ${option}`,
    startCanary(registry, name, canary, released),
  );
}

/**
 * Ends the canary of a remote. With `version`, only the canary of this version: another one may have begun
 * meanwhile.
 */
export async function endCanaryRelease(name: string, version?: string): Promise<void> {
  const root = releaseRoot();
  const registry = await readRegistry(root);
  if (version !== undefined && activeRemote(registry, name).canary?.version !== version)
    throw new CommandError(
      `${version} is not the canary of ${name}.`,
      'The canary: npm run release -- status',
    );
  await addRevision(root, `canary ${name} --off`, endCanary(registry, name));
}

/** Takes a remote away from users; its versions stay in the store. A repeated call changes nothing. */
export const retireRelease = (name: string): Promise<void> =>
  changeCurrentRegistry(releaseRoot(), `retire ${name}`, (registry) =>
    registry.remotes[name] === undefined ? null : retire(registry, name),
  );

/**
 * Sets the origin that serves a remote's files; undefined: the page's own. All users move at once, so the
 * active version must first pass the release gate from that origin.
 */
export async function setOrigin(name: string, origin?: string, shell?: string): Promise<void> {
  const root = releaseRoot();
  const registry = await readRegistry(root);
  const remote = activeRemote(registry, name);
  const described = await Promise.all(
    Object.keys(remote.versions).map((version) => readSignedVersion(root, registry, name, version)),
  );
  const versions = Object.fromEntries(
    described.map((description) => [description.version, releasedVersion(description, origin)]),
  );
  const moved = { ...remote, origin, versions };
  const after = { ...registry, remotes: { ...registry.remotes, [name]: moved } };
  const description = described.find(({ version }) => version === remote.active)!;
  await passReleaseGate({ root, description, registry: after, shell });
  await addRevision(root, `origin ${name} ${origin ?? 'none'}`, after);
}

/** Sets the origins from which a developer may replace a remote in a running shell. */
export async function setOverrideOrigins(origins: readonly string[]): Promise<void> {
  const root = releaseRoot();
  const after = { ...(await readRegistry(root)), overrideOrigins: [...origins] };
  await addRevision(root, `overrides ${origins.join(' ') || 'none'}`, after);
}
