import { isInShare } from '@palier/shared/contracts/canary-bucket';
import { freshAccessToken } from '@palier/shared/http';
import { currentUser } from '@palier/shared/session';
import type { RegisteredRemote, Registry } from './registry';

const ASK_LIMIT_MS = 2_000;

/** Whether the server offers `version` to this user, by the user's place in the hierarchy. */
async function askServer(name: string, version: string): Promise<boolean> {
  const Authorization = `Bearer ${await freshAccessToken()}`;
  const response = await fetch('/api/v1/remotes/canaries', { headers: { Authorization } });
  const { versions } = (await response.json()) as { versions?: Partial<Record<string, unknown>> };
  return versions?.[name] === version;
}

const withinLimit = (asked: Promise<boolean>): Promise<boolean> =>
  Promise.race([
    asked.catch(() => false),
    new Promise<false>((resolve) => setTimeout(resolve, ASK_LIMIT_MS, false)),
  ]);

/**
 * The canary version of a remote when this user belongs to the audience, else null. With a percentage, the
 * result never changes for a user.
 */
export async function canaryFor(name: string, { canary }: RegisteredRemote): Promise<string | null> {
  const user = currentUser();
  if (canary === null || user === null) return null;
  const { version, percent } = canary;
  const isInAudience =
    percent === undefined
      ? await withinLimit(askServer(name, version))
      : isInShare(name, version, user.id, percent);
  return isInAudience ? version : null;
}

/** The remotes whose canary the user gets and describes other screens than the active version. */
export async function menusFor(remotes: Registry['remotes']): Promise<string[]> {
  const names: string[] = [];
  for (const [name, remote] of Object.entries(remotes)) {
    const { active, canary, versions } = remote;
    const screensOf = (version = ''): string => JSON.stringify(versions[version]?.screens);
    if (canary === null || screensOf(active) === screensOf(canary.version)) continue;
    if ((await canaryFor(name, remote)) !== null) names.push(name);
  }
  return names;
}
