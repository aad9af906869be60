import { createHash } from 'node:crypto';
import { CommandError } from '@palier/scripts/command';
import type { Canary, Registry, ReleasedRemote, ReleasedVersion } from './registry';

/** What each command makes of the registry; nothing here touches a file. */

/** Only what a page may load stays described: the live document travels in every page. */
function withoutOthers(remote: ReleasedRemote): ReleasedRemote {
  const needed = new Set([remote.active, remote.previous, remote.canary?.version]);
  const versions = Object.entries(remote.versions).filter(([version]) => needed.has(version));
  return { ...remote, versions: Object.fromEntries(versions) };
}

const withRemote = (registry: Registry, name: string, remote: ReleasedRemote): Registry => ({
  ...registry,
  remotes: { ...registry.remotes, [name]: withoutOthers(remote) },
});

/** `version` becomes the active one; the one before stays as the page's fallback, and the canary has ended. */
export function activate(
  registry: Registry,
  name: string,
  version: string,
  released: ReleasedVersion,
): Registry {
  const before = registry.remotes[name];
  const previous = before === undefined ? null : before.active === version ? before.previous : before.active;
  const versions = { ...before?.versions, [version]: released };
  return withRemote(registry, name, { ...before, active: version, previous, canary: null, versions });
}

/** `canary` is offered beside the active version. */
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

/** The previous version becomes active again; `fallback` is the one to fall back to now, or null. */
export function rollBack(
  registry: Registry,
  name: string,
  fallback: { readonly version: string; readonly released: ReleasedVersion } | null,
): Registry {
  const before = activeRemote(registry, name);
  if (before.previous === null)
    throw new CommandError(
      `${name} ${before.active} has no version before it to go back to.`,
      `Activate another one (npm run release -- status shows what is published), or take the remote away: npm run release -- retire ${name}`,
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

/** Users have nothing of a remote any more: its region says so where the shell has one. */
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

/**
 * How remotes.json names the agent of a canary: everyone may read that document, so it holds a hash of the name. The
 * server makes the same of each agent above the caller.
 */
export const subtreeHash = (name: string, version: string, username: string): string =>
  createHash('sha256').update(`${name} ${version} ${username}`).digest('hex').slice(0, 32);
