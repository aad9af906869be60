import { accessToken, currentUser } from '@palier/shared/session';
import { abortAfter } from './abort-after';
import type { RegisteredRemote, RemoteName } from './registry';

const ASK_LIMIT_MS = 2_000;

/** A number from 0 to 99 that stays the same for one user and one version (FNV-1a). */
function bucketOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % 100;
}

/** The server knows who is above the user; it answers the canaries that are theirs. */
async function askServer(name: RemoteName, version: string): Promise<boolean> {
  try {
    const response = await fetch('/api/v1/remotes/canaries', {
      headers: { Authorization: `Bearer ${accessToken() ?? ''}` },
      signal: abortAfter(ASK_LIMIT_MS),
    });
    const { versions } = (await response.json()) as { versions?: Partial<Record<RemoteName, unknown>> };
    return versions?.[name] === version;
  } catch {
    return false;
  }
}

/** The canary of a remote if this user is to see it, else null; the same user gets the same answer on every visit. */
export async function canaryFor(name: RemoteName, { canary }: RegisteredRemote): Promise<string | null> {
  const user = currentUser();
  if (canary === null || user === null) return null;
  const { version, percent } = canary;
  const isIn =
    percent === undefined
      ? await askServer(name, version)
      : bucketOf(`${name} ${version} ${user.id}`) < percent;
  return isIn ? version : null;
}
