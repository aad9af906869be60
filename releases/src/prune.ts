import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { historyFolder, listRevisions, readRevision } from './store';
import type { Registry, ReleasedRemote } from './registry';
import { isDevelopmentVersion } from './registry';
import { listVersions, readVersion, versionFolder } from './versions';

const DAY_MS = 86_400_000;
const DEVELOPMENT_VERSIONS_KEPT = 3;

export interface PruneLimits {
  /** How many of the newest versions stay, whatever their age. */
  readonly keep: number;
  /** A version in use or published within this many days stays: an open tab may still load its chunks. */
  readonly days: number;
}

const versionsInUse = ({ active, previous, canary }: ReleasedRemote): (string | undefined | null)[] => [
  active,
  previous,
  canary?.version,
];

/**
 * The versions that were in use since `since`, as "name version". Older revisions are not read: a history
 * grows for years.
 */
async function readUsed(root: string, since: number): Promise<Set<string>> {
  const used = new Set<string>();
  for (const revision of (await listRevisions(root)).reverse()) {
    const { at, registry } = await readRevision(root, revision);
    for (const [name, remote] of Object.entries(registry.remotes))
      for (const version of versionsInUse(remote)) used.add(`${name} ${version ?? ''}`);
    // A version is in use until the next revision.
    if (Date.parse(at) < since) break;
  }
  return used;
}

/**
 * Renames the version's folder, then removes it: no incomplete version is ever listed. False when another
 * process removed the version.
 */
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

/** Removes drafts of killed processes. A draft younger than a day may belong to a running process. */
async function removeOldDrafts(folder: string, now: number): Promise<void> {
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
 * Removes versions that are no longer needed and returns them as "name version". Incomplete versions are
 * skipped.
 */
export async function prune(
  root: string,
  registry: Registry,
  names: readonly string[],
  { keep, days }: PruneLimits,
  now = Date.now(),
): Promise<string[]> {
  const used = await readUsed(root, now - days * DAY_MS);
  const pruned: string[] = [];
  await removeOldDrafts(historyFolder(root), now);
  for (const name of names) {
    await removeOldDrafts(join(root, name), now);
    const remote = registry.remotes[name];
    const ages = new Map<string, number>();
    for (const version of await listVersions(root, name)) {
      const description = await readVersion(root, name, version).catch(() => null);
      if (description === null) continue;
      const age = (now - Date.parse(description.publishedAt)) / DAY_MS;
      // A version that was in use counts as new.
      ages.set(version, used.has(`${name} ${version}`) ? 0 : age);
    }
    const published = [...ages.keys()];
    const byAge = (one: string, other: string): number => (ages.get(one) ?? 0) - (ages.get(other) ?? 0);
    const development = published.filter(isDevelopmentVersion).sort(byAge);
    const own = published.filter((version) => !isDevelopmentVersion(version));
    const candidates = [...development.slice(DEVELOPMENT_VERSIONS_KEPT), ...own.slice(keep)];
    for (const version of candidates) {
      const isNeeded = remote !== undefined && versionsInUse(remote).includes(version);
      if (isNeeded || (ages.get(version) ?? 0) < days) continue;
      if (await removeVersion(root, name, version)) pruned.push(`${name} ${version}`);
    }
  }
  return pruned;
}
