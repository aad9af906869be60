import { FindingError } from '@palier/base/command';
import { incompatibilities } from './gate/compatibility';
import { findReleaseGateRefusal } from './gate/release-gate';
import { openShell } from './gate/shell-source';
import { SPECIFIED_SCREENS } from './gate/specified-screens';
import { IS_INSTALLED } from './installed';
import { activate } from './registry-changes';
import { readRegistry, type Store } from './store';
import { releasedVersion } from './version-files';
import { readVersion } from './versions';

const NOT_OPENED = IS_INSTALLED ? 'an installation has no browser' : undefined;

/**
 * Tests the active version and the canary of each remote in a shell that is to go live. Returns lines of
 * text, one or more for each remote. Throws a FindingError when one of these versions would not run, or a
 * remote with specified screens has no active version. An incompatible previous version is only reported,
 * because users get that version only by a rollback.
 */
export async function checkShell(store: Store, place?: string): Promise<string> {
  const registry = await readRegistry(store);
  const shell = await openShell(place);
  const lines: string[] = [];
  let fits = true;
  for (const name of new Set([...Object.keys(SPECIFIED_SCREENS), ...Object.keys(registry.remotes)])) {
    const remote = registry.remotes[name];
    if (remote === undefined) {
      fits = false;
      lines.push(`✗ ${name} has specified screens, and no active version`);
      continue;
    }
    const { active, previous, canary, origin } = remote;
    for (const version of new Set([active, canary?.version ?? active])) {
      const description = await readVersion(store, name, version);
      const candidate = activate(registry, name, version, releasedVersion(description, origin));
      const tested = { store, description, registry: candidate };
      const refusal = await findReleaseGateRefusal(shell, tested, NOT_OPENED);
      fits &&= refusal === null;
      lines.push(refusal === null ? `✓ ${name} ${version}` : `✗ ${name} ${version}: ${refusal.why}`);
    }
    if (previous === null) continue;
    const [refusal] = incompatibilities((await readVersion(store, name, previous)).needs, shell.offer);
    if (refusal !== undefined)
      lines.push(`- a rollback of ${name} would activate ${previous}, which would not run: ${refusal}`);
  }
  if (NOT_OPENED !== undefined) lines.push(`- no screen was opened: ${NOT_OPENED}`);
  if (fits) return lines.join('\n');
  throw new FindingError(
    `This shell would not run the remotes that users have.\n${lines.join('\n')}`,
    'For each remote marked ✗, first activate a version that runs in this shell, with --shell.',
  );
}
