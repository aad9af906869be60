import type { ReleasedVersion } from '@palier/shared/contracts/releases';

/** A version of a remote as remotes.json describes it. */
export function releasedVersion(
  remote: string,
  version: string,
  changes: Partial<ReleasedVersion> = {},
): ReleasedVersion {
  const entry = `/remotes/${remote}/${version}/remoteEntry.js`;
  return {
    entry,
    contract: '^1.0.0',
    preload: [],
    styles: [],
    integrity: { [entry]: 'sha384-x' },
    screens: [],
    ...changes,
  };
}
