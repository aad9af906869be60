import { CommandError } from '@palier/base/command';
import type { Canary, Registry, ReleasedRemote, ReleasedVersion } from '@palier/shared/contracts/releases';

/**
 * Removes versions that no page may load, because the registry is part of every page and should stay small.
 */
function withoutUnusedVersions(remote: ReleasedRemote): ReleasedRemote {
  const needed = new Set([remote.active, remote.previous, remote.canary?.version]);
  const versions = Object.entries(remote.versions).filter(([version]) => needed.has(version));
  return { ...remote, versions: Object.fromEntries(versions) };
}

const withRemote = (registry: Registry, name: string, remote: ReleasedRemote): Registry => ({
  ...registry,
  remotes: { ...registry.remotes, [name]: withoutUnusedVersions(remote) },
});

/** Makes `version` active, keeps the version before it as the page's fallback and ends the canary. */
export function activate(
  registry: Registry,
  name: string,
  version: string,
  released: ReleasedVersion,
): Registry {
  const before = registry.remotes[name];
  const replaced = before?.active === version ? before.previous : before?.active;
  const previous = replaced ?? null;
  const versions = { ...before?.versions, [version]: released };
  return withRemote(registry, name, { ...before, active: version, previous, canary: null, versions });
}

export function startCanary(
  registry: Registry,
  name: string,
  canary: Canary,
  released: ReleasedVersion,
): Registry {
  const before = activeRemote(registry, name);
  const versions = { ...before.versions, [canary.version]: released };
  return withRemote(registry, name, { ...before, canary, versions });
}

export const endCanary = (registry: Registry, name: string): Registry =>
  withRemote(registry, name, { ...activeRemote(registry, name), canary: null });

/** Makes the previous version active again, with `fallback` as the new previous version. */
export function rollBack(
  registry: Registry,
  name: string,
  fallback: { readonly version: string; readonly released: ReleasedVersion } | null,
): Registry {
  const before = activeRemote(registry, name);
  if (before.previous === null)
    throw new CommandError(
      `${name} ${before.active} has no previous version.`,
      'Activate another version (npm run release -- status lists those published), or retire ' +
        `the remote: npm run release -- retire ${name}`,
    );
  return withRemote(registry, name, {
    ...before,
    active: before.previous,
    previous: fallback?.version ?? null,
    canary: null,
    versions: {
      ...before.versions,
      ...(fallback === null ? {} : { [fallback.version]: fallback.released }),
    },
  });
}

export function retire(registry: Registry, name: string): Registry {
  const { [name]: _retired, ...remotes } = registry.remotes;
  return { ...registry, remotes };
}

export function activeRemote(registry: Registry, name: string): ReleasedRemote {
  const remote = registry.remotes[name];
  if (remote !== undefined) return remote;
  throw new CommandError(
    `${name} has no active version yet.`,
    `Activate one first: npm run release -- activate ${name} <version>`,
  );
}
