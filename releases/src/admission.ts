import { CommandError } from '@palier/base/command';
import { isDevelopmentVersion, type VersionDescription } from '@palier/shared/contracts/releases';
import type { Store } from './store';

/** How a change of users' versions passes the release gate. */
export interface Passage {
  /** Folder or address of the live shell; undefined: the shell built here. */
  readonly shell?: string | undefined;
  /** Why the version is released although its checks were skipped or its canary was withdrawn. */
  readonly despite?: string | undefined;
  /** Why the version is released although no browser opened its screens. */
  readonly ungated?: string | undefined;
}

/** The reasons as options of the command, for the history. */
export const reasonsOf = ({ despite, ungated }: Passage): string =>
  [
    despite === undefined ? '' : ` --despite "${despite}"`,
    ungated === undefined ? '' : ` --ungated "${ungated}"`,
  ].join('');

/** Why the canary of a version was withdrawn; null when it was not. */
export async function readWithdrawal(store: Store, name: string, version: string): Promise<string | null> {
  const { rows } = await store.query<{ withdrawn: string | null }>(
    'select withdrawn from release_versions where (remote, version) = ($1, $2)',
    [name, version],
  );
  return rows[0]?.withdrawn ?? null;
}

/** Remembers that the canary of a version was withdrawn because it was worse. */
export async function noteWithdrawal(
  store: Store,
  name: string,
  version: string,
  reason: string,
): Promise<void> {
  await store.query('update release_versions set withdrawn = $3 where (remote, version) = ($1, $2)', [
    name,
    version,
    reason,
  ]);
}

/** Why users should not get a version; null when nothing is known against it. */
export async function findObjection(
  store: Store,
  { name, version, isChecked }: VersionDescription,
): Promise<string | null> {
  const withdrawn = await readWithdrawal(store, name, version);
  if (withdrawn !== null) return `its canary was withdrawn: ${withdrawn}`;
  return isChecked || isDevelopmentVersion(version) ? null : 'it was published without its checks';
}

/**
 * Throws a CommandError when something is known against the version, unless a reason is given in spite of it.
 */
export async function requireSound(
  store: Store,
  description: VersionDescription,
  { despite }: Passage,
): Promise<void> {
  if (despite !== undefined) return;
  const { name, version } = description;
  const objection = await findObjection(store, description);
  if (objection === null) return;
  throw new CommandError(
    `${name} ${version} is not given to users: ${objection.replace(/\.$/, '')}. Nothing was changed.`,
    'Publish a corrected version; or release this one and say why: --despite "<reason>".',
  );
}
