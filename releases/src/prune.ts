import { isDevelopmentVersion, type Registry } from '@palier/shared/contracts/releases';
import semver from 'semver';
import type { Store } from './store';

const DAY_MS = 86_400_000;
const DEVELOPMENT_VERSIONS_KEPT = 3;

export interface PruneLimits {
  /** How many of the newest versions stay, whatever their age. */
  readonly keep: number;
  /** A version in use or published within this many days stays: an open tab may still load its chunks. */
  readonly days: number;
  /** From when the days count back; default: now. */
  readonly now?: number | undefined;
}

interface StoredVersion {
  readonly remote: string;
  readonly version: string;
  readonly lastUse: Date;
}

/** Removes versions that are no longer needed and returns them as "name version". */
export async function prune(
  store: Store,
  registry: Registry,
  names: readonly string[],
  { keep, days, now = Date.now() }: PruneLimits,
): Promise<string[]> {
  const before = new Date(now - days * DAY_MS);
  const { rows } = await store.query<StoredVersion>(
    `select remote, version, greatest(used_at, published_at) as "lastUse"
       from release_versions where remote = any ($1) order by greatest(used_at, published_at) desc`,
    [names],
  );
  const removable = names.flatMap((name) => {
    const own = rows.filter(({ remote }) => remote === name);
    const development = own.filter(({ version }) => isDevelopmentVersion(version));
    const released = own.filter(({ version }) => !isDevelopmentVersion(version)).sort(byVersion);
    const needed = Object.keys(registry.remotes[name]?.versions ?? {});
    return [...development.slice(DEVELOPMENT_VERSIONS_KEPT), ...released.slice(keep)].filter(
      ({ version, lastUse }) => lastUse < before && !needed.includes(version),
    );
  });
  // Compared again: a version that came into use since the query above has a later last use, and stays.
  const { rows: removed } = await store.query<StoredVersion>(
    `delete from release_versions using unnest($1::text[], $2::text[]) as old (remote, version)
      where (release_versions.remote, release_versions.version) = (old.remote, old.version)
        and greatest(used_at, published_at) < $3
      returning release_versions.remote, release_versions.version`,
    [removable.map(({ remote }) => remote), removable.map(({ version }) => version), before],
  );
  return removed.map(({ remote, version }) => `${remote} ${version}`).sort();
}

const byVersion = (one: StoredVersion, other: StoredVersion): number =>
  semver.rcompare(one.version, other.version);
