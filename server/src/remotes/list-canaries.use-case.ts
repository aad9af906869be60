import { readFile } from 'node:fs/promises';
import type { Queryable } from '../database/pool';
import { findUsernamesUpFrom } from '../users/user.repository';
import type { LiveRegistry } from './schemas';
import { subtreeHash, subtreeSaltFile } from './subtree-hash';

/** The canaries for the subtree of the user or of one of its ancestors. */
export async function listCanaries(
  database: Queryable,
  remotesRoot: string,
  registry: Pick<LiveRegistry, 'remotes'>,
  userId: number,
): Promise<Record<string, string>> {
  const offered = Object.entries(registry.remotes).flatMap(([name, { canary }]) =>
    canary?.subtree === undefined ? [] : [{ name, version: canary.version, subtree: canary.subtree }],
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
