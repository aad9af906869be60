import { isInShare } from '@palier/shared/contracts/canary-bucket';
import type { Queryable } from '../database/pool';
import { listCanaries } from './list-canaries.use-case';
import type { LiveRegistry } from './schemas';

/** Without a canary, one user in ten reports. The page has the same number, so that the others send nothing. */
const SAMPLED_USERS = 10;

/**
 * Whether a user's report about a version counts: about the canary from the users who are offered it, about the active version from all
 * users while there is a canary, and else from one user in ten.
 */
export async function countsReport(
  database: Queryable,
  remotesRoot: string,
  remotes: LiveRegistry['remotes'],
  { remote, version, userId }: { readonly remote: string; readonly version: string; readonly userId: number },
): Promise<boolean> {
  const registered = Object.hasOwn(remotes, remote) ? remotes[remote] : undefined;
  if (registered === undefined) return false;
  const { active, canary } = registered;
  if (version === active) return canary != null || userId % SAMPLED_USERS === 0;
  if (canary == null || version !== canary.version) return false;
  if (canary.percent !== undefined) return isInShare(remote, version, userId, canary.percent);
  return (await listCanaries(database, remotesRoot, { remotes }, userId))[remote] === version;
}
