import { readFile } from 'node:fs/promises';
import { isInShare } from '@palier/shared/contracts/canary-bucket';
import type { Registry } from '@palier/shared/contracts/releases';
import type { Queryable } from '../database/pool';
import { findUsernamesUpFrom } from '../users/user.repository';
import { subtreeHash, subtreeSaltFile } from './subtree-hash';

/** The canaries for the subtree of the user or of one of its ancestors. */
export async function listCanaries(
  database: Queryable,
  remotesRoot: string,
  registry: Pick<Registry, 'remotes'>,
  userId: number,
): Promise<Record<string, string>> {
  const offered = Object.entries(registry.remotes).flatMap(([name, { canary }]) =>
    canary !== null && 'subtree' in canary
      ? [{ name, version: canary.version, subtree: canary.subtree }]
      : [],
  );
  if (offered.length === 0) return {};
  const salt = await readFile(subtreeSaltFile(remotesRoot), 'utf8').catch(() => null);
  if (salt === null) return {};
  const usernames = await findUsernamesUpFrom(database, userId);
  const meant = offered.filter(({ name, version, subtree }) =>
    usernames.some((username) => subtreeHash(salt.trim(), name, version, username) === subtree),
  );
  return Object.fromEntries(meant.map(({ name, version }) => [name, version]));
}

/**
 * Without a canary, one user in ten reports. The page has the same number, so that the others send nothing.
 */
const SAMPLED_USERS = 10;

/**
 * Whether a user's report about a version counts: about the canary from the users who are offered it, about
 * the active version from all users while there is a canary, and else from one user in ten.
 */
export async function countsReport(
  database: Queryable,
  remotesRoot: string,
  remotes: Registry['remotes'],
  { remote, version, userId }: { readonly remote: string; readonly version: string; readonly userId: number },
): Promise<boolean> {
  const registered = remotes[remote];
  if (registered === undefined) return false;
  const { active, canary } = registered;
  if (version === active) return canary !== null || userId % SAMPLED_USERS === 0;
  if (canary === null || version !== canary.version) return false;
  if ('percent' in canary) return isInShare(remote, version, userId, canary.percent);
  return (await listCanaries(database, remotesRoot, { remotes }, userId))[remote] === version;
}
