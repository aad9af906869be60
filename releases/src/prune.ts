import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { historyFolder, listRevisions, readRevision } from './store';
import type { Registry, ReleasedRemote } from './registry';
import { isDevelopmentVersion } from './registry';
import { listVersions, readVersion, versionFolder } from './versions';

const DAY_MS = 86_400_000;
/** A working tree's builds are many and small of interest: only the last few are worth a way back. */
const DEVELOPMENT_VERSIONS_KEPT = 3;

export interface PruneLimits {
  /** The newest so many versions of a remote stay, whatever their age. */
  readonly keep: number;
  /** A version that was in use, or published, within so many days stays: an open tab may still load its chunks. */
  readonly days: number;
}

const inUse = ({ active, previous, canary }: ReleasedRemote): (string | undefined | null)[] => [
  active,
  previous,
  canary?.version,
];

/**
 * When each version was last named by the registry, by "name version", as far back as `since`. What is older need not be read: a
 * history has thousands of revisions after some years.
 */
async function lastUses(root: string, since: number, now: number): Promise<Map<string, number>> {
  const uses = new Map<string, number>();
  // What a revision names is in use until the next one.
  let until = now;
  for (const revision of (await listRevisions(root)).reverse()) {
    const { at, registry } = await readRevision(root, revision);
    for (const [name, remote] of Object.entries(registry.remotes))
      for (const version of inUse(remote)) {
        const use = `${name} ${version ?? ''}`;
        uses.set(use, uses.get(use) ?? until);
      }
    until = Date.parse(at);
    if (until < since) break;
  }
  return uses;
}

/** Removes a version whole: one that is half gone would still be listed. False when another process was first. */
async function removeVersion(root: string, name: string, version: string): Promise<boolean> {
  const gone = join(root, name, `.gone-${randomUUID()}`);
  try {
    await rename(versionFolder(root, name, version), gone);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  await rm(gone, { recursive: true, force: true });
  return true;
}

/** Removes what killed processes left half written or half removed. A day on, it is nobody's work in flight. */
async function sweep(folder: string, now: number): Promise<void> {
  for (const file of await readdir(folder).catch(() => [])) {
    if (!/^\.(draft|gone)-/.test(file)) continue;
    const path = join(folder, file);
    const changedAt = await stat(path).then(
      ({ ctimeMs }) => ctimeMs,
      () => now,
    );
    if (now - changedAt > DAY_MS) await rm(path, { recursive: true, force: true });
  }
}

/**
 * Removes versions nobody can need any more; returns them as "name version". A folder that is no whole version is passed
 * over.
 */
export async function prune(
  root: string,
  registry: Registry,
  names: readonly string[],
  { keep, days }: PruneLimits,
  now = Date.now(),
): Promise<string[]> {
  const uses = await lastUses(root, now - days * DAY_MS, now);
  const pruned: string[] = [];
  await sweep(historyFolder(root), now);
  for (const name of names) {
    await sweep(join(root, name), now);
    const remote = registry.remotes[name];
    const ages = new Map<string, number>();
    for (const version of await listVersions(root, name)) {
      const description = await readVersion(root, name, version).catch(() => null);
      if (description === null) continue;
      const lastUse = Math.max(Date.parse(description.publishedAt), uses.get(`${name} ${version}`) ?? 0);
      ages.set(version, (now - lastUse) / DAY_MS);
    }
    const published = [...ages.keys()];
    const byAge = (one: string, other: string): number => (ages.get(one) ?? 0) - (ages.get(other) ?? 0);
    const development = published.filter(isDevelopmentVersion).sort(byAge);
    const own = published.filter((version) => !isDevelopmentVersion(version));
    const candidates = [...development.slice(DEVELOPMENT_VERSIONS_KEPT), ...own.slice(keep)];
    for (const version of candidates) {
      const isNeeded = remote !== undefined && inUse(remote).includes(version);
      if (isNeeded || (ages.get(version) ?? 0) < days) continue;
      if (await removeVersion(root, name, version)) pruned.push(`${name} ${version}`);
    }
  }
  return pruned;
}
