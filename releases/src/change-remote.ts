import { CommandError } from '@palier/base/command';
import { subtreeHash } from '@palier/server/remotes';
import { noteWithdrawal, readWithdrawal, reasonsOf, requireSound, type Passage } from './admission';
import { passReleaseGate } from './gate/release-gate';
import type { Canary, ReleasedRemote } from '@palier/shared/contracts/releases';
import { activate, activeRemote, endCanary, retire, startCanary } from './registry-changes';
import { addRevision, changeCurrentRegistry, readRegistry, readSubtreeSalt, type Store } from './store';
import { releasedVersion } from './version-files';
import { readSignedVersion } from './versions';

/**
 * Makes a published version active once it has passed the release gate. Returns the remote's entry before the
 * change, if any.
 */
export async function activateRelease(
  store: Store,
  name: string,
  version: string,
  passage: Passage = {},
): Promise<ReleasedRemote | undefined> {
  const registry = await readRegistry(store);
  const description = await readSignedVersion(store, registry, name, version);
  const released = releasedVersion(description, registry.remotes[name]?.origin);
  const after = activate(registry, name, version, released);
  await requireSound(store, description, passage);
  await passReleaseGate({ store, description, registry: after, ...passage });
  await addRevision(store, `activate ${name} ${version}${reasonsOf(passage)}`, after);
  return registry.remotes[name];
}

/** The users who get a canary: a share of all, or the agent `subtree` and everyone below that agent. */
export type Audience = { readonly percent: number } | { readonly subtree: string };

/** Offers a published version to some users beside the active one, once it has passed the release gate. */
export async function startCanaryRelease(
  store: Store,
  { name, version, audience }: { name: string; version: string; audience: Audience },
  passage: Passage = {},
): Promise<void> {
  const registry = await readRegistry(store);
  const remote = activeRemote(registry, name);
  if (remote.active === version)
    throw new CommandError(
      `${name} ${version} is already active for all users.`,
      'Give the version that some users are to try.',
    );
  const description = await readSignedVersion(store, registry, name, version);
  const released = releasedVersion(description, remote.origin);
  const [canary, option]: [canary: Canary, option: string] =
    'percent' in audience
      ? [{ version, percent: audience.percent }, `--percent ${audience.percent}`]
      : [
          { version, subtree: subtreeHash(await readSubtreeSalt(store), name, version, audience.subtree) },
          `--subtree ${audience.subtree}`,
        ];
  if ((await readWithdrawal(store, name, version)) !== null) await requireSound(store, description, passage);
  const candidate = activate(registry, name, version, released);
  await passReleaseGate({ store, description, registry: candidate, ...passage });
  await addRevision(
    store,
    `canary ${name} ${version} ${option}${reasonsOf(passage)}`,
    startCanary(registry, name, canary, released),
  );
}

/**
 * Ends the canary of a remote. With `version`, only the canary of this version: another one may have begun
 * meanwhile.
 */
export async function endCanaryRelease(
  store: Store,
  name: string,
  version?: string,
  withdrawn?: string,
): Promise<void> {
  const registry = await readRegistry(store);
  if (version !== undefined && activeRemote(registry, name).canary?.version !== version)
    throw new CommandError(
      `${version} is not the canary of ${name}.`,
      'The canary: npm run release -- status',
    );
  const action = `canary ${name} --off`;
  if (version !== undefined && withdrawn !== undefined) {
    // Before the change: a version without its canary must not look as if nothing was known against it.
    await noteWithdrawal(store, name, version, withdrawn);
    await addRevision(store, `${action} --withdrawn "${withdrawn}"`, endCanary(registry, name));
  } else await addRevision(store, action, endCanary(registry, name));
}

/** Takes a remote away from users; its versions stay in the store. A repeated call changes nothing. */
export const retireRelease = (store: Store, name: string): Promise<void> =>
  changeCurrentRegistry(store, `retire ${name}`, (registry) =>
    registry.remotes[name] === undefined ? null : retire(registry, name),
  );

/**
 * Sets the origin that serves a remote's files; undefined: the page's own. All users move at once, so the
 * active version must first pass the release gate from that origin.
 */
export async function setOrigin(
  store: Store,
  name: string,
  origin?: string,
  passage: Passage = {},
): Promise<void> {
  const registry = await readRegistry(store);
  const remote = activeRemote(registry, name);
  const described = await Promise.all(
    Object.keys(remote.versions).map((version) => readSignedVersion(store, registry, name, version)),
  );
  const versions = Object.fromEntries(
    described.map((description) => [description.version, releasedVersion(description, origin)]),
  );
  const moved = { ...remote, origin, versions };
  const after = { ...registry, remotes: { ...registry.remotes, [name]: moved } };
  const description = described.find(({ version }) => version === remote.active)!;
  await passReleaseGate({ store, description, registry: after, ...passage });
  await addRevision(store, `origin ${name} ${origin ?? 'none'}${reasonsOf(passage)}`, after);
}

/** Sets the origins from which a developer may replace a remote in a running shell. */
export async function setOverrideOrigins(store: Store, origins: readonly string[]): Promise<void> {
  const after = { ...(await readRegistry(store)), overrideOrigins: [...origins] };
  await addRevision(store, `overrides ${origins.join(' ') || 'none'}`, after);
}

/** Signs the registry as it is, with another key of the operator. Returns the revision. */
export async function signAgain(store: Store): Promise<number> {
  const { revision } = await addRevision(store, 'sign', await readRegistry(store));
  return revision;
}
