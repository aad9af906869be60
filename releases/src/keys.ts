import { CommandError } from '@palier/base/command';
import type { Registry } from '@palier/shared/contracts/releases';
import { addRevision, readRegistry, type Store } from './store';
import { readSignedVersion } from './versions';

/** One line for each team: the remote and the public keys of which one must sign its versions. */
export async function listTeamKeys(store: Store, name?: string): Promise<string> {
  const { teamKeys = {} } = await readRegistry(store);
  const lines = Object.entries(teamKeys)
    .filter(([remote]) => name === undefined || remote === name)
    .map(([remote, keys]) => `${remote}  ${keys.join(', ')}`);
  return lines.length === 0 ? 'No team has a key: unsigned versions can be activated.' : lines.join('\n');
}

/**
 * Adds or removes a public key of a remote's team. To rotate a key, a team adds the new one, publishes and
 * activates with it, and removes the old one once open tabs no longer use the versions that it signed:
 * servers stop sending their files.
 */
export async function changeTeamKeys(
  store: Store,
  name: string,
  change: 'add' | 'remove',
  key: string,
): Promise<void> {
  const registry = await readRegistry(store);
  const known = registry.teamKeys?.[name] ?? [];
  if (known.includes(key) === (change === 'add'))
    throw new CommandError(
      `${key} is ${change === 'add' ? 'already' : 'not'} a key of ${name}.`,
      'Nothing was changed. The keys of all teams: npm run release -- keys',
    );
  const keys = change === 'add' ? [...known, key] : known.filter((one) => one !== key);
  const after = withKeys(registry, name, keys);
  const { active, canary } = registry.remotes[name] ?? {};
  // Servers would no longer send the files of a version that none of the keys signed.
  for (const version of [active, canary?.version])
    if (version !== undefined) await readSignedVersion(store, after, name, version);
  await addRevision(store, `keys ${name} ${change} ${key}`, after);
}

function withKeys(registry: Registry, name: string, keys: readonly string[]): Registry {
  const { [name]: _before, ...others } = registry.teamKeys ?? {};
  return { ...registry, teamKeys: keys.length === 0 ? others : { ...others, [name]: [...keys] } };
}
