import { rm } from 'node:fs/promises';
import { listRevisions, readRevision } from './store';
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

/** When each version was last named by the registry, by "name version"; those it names now are not told. */
async function lastUses(root: string): Promise<Map<string, number>> {
  const uses = new Map<string, number>();
  let named: string[] = [];
  for (const revision of await listRevisions(root)) {
    const { at, registry } = await readRevision(root, revision);
    // What the revision before named was in use until this one.
    for (const version of named) uses.set(version, Date.parse(at));
    named = Object.entries(registry.remotes).flatMap(([name, remote]) =>
      inUse(remote).map((version) => `${name} ${version ?? ''}`),
    );
  }
  return uses;
}

/** Removes versions nobody can need any more; returns them as "name version". */
export async function prune(
  root: string,
  registry: Registry,
  names: readonly string[],
  { keep, days }: PruneLimits,
  now = Date.now(),
): Promise<string[]> {
  const uses = await lastUses(root);
  const pruned: string[] = [];
  for (const name of names) {
    const remote = registry.remotes[name];
    const published = await listVersions(root, name);
    const ages = new Map<string, number>();
    for (const version of published) {
      const { publishedAt } = await readVersion(root, name, version);
      const lastUse = Math.max(Date.parse(publishedAt), uses.get(`${name} ${version}`) ?? 0);
      ages.set(version, (now - lastUse) / DAY_MS);
    }
    const byAge = (one: string, other: string): number => (ages.get(one) ?? 0) - (ages.get(other) ?? 0);
    const development = published.filter(isDevelopmentVersion).sort(byAge);
    const own = published.filter((version) => !isDevelopmentVersion(version));
    const candidates = [...development.slice(DEVELOPMENT_VERSIONS_KEPT), ...own.slice(keep)];
    for (const version of candidates) {
      const isNeeded = remote !== undefined && inUse(remote).includes(version);
      if (isNeeded || (ages.get(version) ?? 0) < days) continue;
      await rm(versionFolder(root, name, version), { recursive: true, force: true });
      pruned.push(`${name} ${version}`);
    }
  }
  return pruned;
}
