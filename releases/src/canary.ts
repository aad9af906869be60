import { CommandError } from '@palier/scripts/command';
import { releaseRoot } from '@palier/scripts/paths';
import { subtreeHash } from '@palier/server/remotes/subtree-hash';
import { passReleaseGate } from './gate/release-gate';
import type { Canary } from './registry';
import { activate, activeRemote, endCanary, startCanary } from './registry-changes';
import { changeRegistry, readRegistry, readSubtreeSalt } from './store';
import { readSignedVersion, releasedVersion } from './versions';

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
  const [canary, option]: [Canary, string] =
    'percent' in audience
      ? [{ version, percent: audience.percent }, `--percent ${audience.percent}`]
      : [
          { version, subtree: subtreeHash(await readSubtreeSalt(root), name, version, audience.subtree) },
          `--subtree ${audience.subtree}`,
        ];
  await passReleaseGate({ root, description, registry: activate(registry, name, version, released), shell });
  await changeRegistry(root, registry, `canary ${name} ${version} ${option}`, (before) =>
    startCanary(before, name, canary, released),
  );
}

/** Ends the canary of a remote. With `version`, only the canary of this version: another one may have begun meanwhile. */
export async function endCanaryRelease(name: string, version?: string): Promise<void> {
  const root = releaseRoot();
  const registry = await readRegistry(root);
  if (version !== undefined && activeRemote(registry, name).canary?.version !== version)
    throw new CommandError(
      `${version} is not the canary of ${name}.`,
      'The canary: npm run release -- status',
    );
  await changeRegistry(root, registry, `canary ${name} --off`, (before) => endCanary(before, name));
}
