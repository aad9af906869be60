import { REMOTES } from '@palier/base/paths';
import { createPool, prepareDatabase } from '@palier/server/database';
import type { Logins } from '@palier/stack/lock';
import type { RemoteBuild } from './build-all';
import { prune } from './prune';
import { publishDevelopmentVersion } from './publish-build';
import { readRegistry } from './store';

/** Earlier builds that stay: an open tab may still ask for their chunks. */
const PRUNE_LIMITS = { keep: Number.POSITIVE_INFINITY, days: 1 };

/**
 * Brings the schema up to date, with the owner's login where there is one, and publishes the builds. Without
 * a login of releases only a line says that users keep what they have.
 */
export async function fillReleases(logins: Logins, builds: readonly RemoteBuild[]): Promise<void> {
  const { DATABASE_URL: applicationUrl, OWNER_DATABASE_URL, RELEASES_DATABASE_URL: releasesUrl } = logins;
  if (OWNER_DATABASE_URL !== undefined)
    await prepareDatabase(OWNER_DATABASE_URL, { applicationUrl, releasesUrl });
  if (releasesUrl !== undefined) return publishBuilds(releasesUrl, builds);
  console.log('  RELEASES_DATABASE_URL is not set: the builds of this working tree are not published');
}

/**
 * Publishes the builds of the working tree to a release store, whose schema is current, and prunes earlier
 * ones.
 */
export async function publishBuilds(releasesUrl: string, builds: readonly RemoteBuild[]): Promise<void> {
  const store = createPool(releasesUrl, { asOwner: true });
  try {
    for (const { name, dist, hash } of builds) {
      const version = await publishDevelopmentVersion(store, name, dist, hash);
      if (version.includes(' ')) console.log(`  ${name} ${version}`);
    }
    await prune(store, await readRegistry(store), REMOTES, PRUNE_LIMITS);
  } finally {
    await store.end();
  }
}
