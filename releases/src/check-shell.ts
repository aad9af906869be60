import { FindingError, SetupError } from '@palier/base/command';
import { incompatibilities } from './gate/compatibility';
import { findReleaseGateRefusal } from './gate/release-gate';
import { openShell, type ShellSource } from './gate/shell-source';
import { SPECIFIED_SCREENS } from './gate/specified-screens';
import { activate } from './registry-changes';
import type { Registry } from '@palier/shared/contracts/releases';
import { readRegistry, type Store } from './store';
import { releasedVersion } from './version-files';
import { readVersion } from './versions';

/** What a test of all remotes has found so far. */
interface Findings {
  readonly lines: string[];
  fits: boolean;
  /** Why no worker opens the screens here; undefined: one does. */
  notOpened: string | undefined;
}

/**
 * Tests the active version and the canary of each remote in a shell that is to go live. Returns lines of
 * text, one or more for each remote. Throws a FindingError when one of these versions would not run, or a
 * remote with specified screens has no active version, and a SetupError when no worker opened screens. An
 * incompatible previous version is only reported, because users get that version only by a rollback.
 */
export async function checkShell(store: Store, place?: string): Promise<string> {
  const registry = await readRegistry(store);
  const shell = await openShell(place);
  const findings: Findings = { lines: [], fits: true, notOpened: undefined };
  for (const name of new Set([...Object.keys(SPECIFIED_SCREENS), ...Object.keys(registry.remotes)]))
    await checkRemote({ store, registry, shell }, name, findings);
  const { lines, fits, notOpened } = findings;
  if (notOpened !== undefined) lines.push(`- ${notOpened}`);
  const text = lines.join('\n');
  if (!fits)
    throw new FindingError(
      `This shell would not run the remotes that users have.\n${text}`,
      'For each remote marked ✗, first activate a version that runs in this shell, with --shell.',
    );
  if (notOpened === undefined) return text;
  throw new SetupError(
    `No screen was opened in this shell. What its files say fits the remotes marked –.\n${text}`,
    'Start the worker of the release gate, then check again.',
  );
}

interface Tested {
  readonly store: Store;
  readonly registry: Registry;
  readonly shell: ShellSource;
}

async function checkRemote(tested: Tested, name: string, findings: Findings): Promise<void> {
  const { store, registry, shell } = tested;
  const remote = registry.remotes[name];
  if (remote === undefined) {
    findings.fits = false;
    findings.lines.push(`✗ ${name} has specified screens, and no active version`);
    return;
  }
  const { active, previous, canary } = remote;
  for (const version of new Set([active, canary?.version ?? active])) {
    const why = await findFault(tested, name, version, findings);
    findings.fits &&= why === null;
    const passed = findings.notOpened === undefined ? '✓' : '–';
    findings.lines.push(why === null ? `${passed} ${name} ${version}` : `✗ ${name} ${version}: ${why}`);
  }
  if (previous === null) return;
  const [refusal] = incompatibilities((await readVersion(store, name, previous)).needs, shell.offer);
  if (refusal !== undefined)
    findings.lines.push(
      `- a rollback of ${name} would activate ${previous}, which would not run: ${refusal}`,
    );
}

/** Why a version would not run in the shell, or null. */
async function findFault(
  { store, registry, shell }: Tested,
  name: string,
  version: string,
  findings: Findings,
): Promise<string | null> {
  const description = await readVersion(store, name, version);
  const released = releasedVersion(description, registry.remotes[name]?.origin);
  const candidate = { store, description, registry: activate(registry, name, version, released) };
  const refusal = await findReleaseGateRefusal(shell, candidate, findings.notOpened);
  if (refusal?.toChange !== 'browser') return refusal?.why ?? null;
  findings.notOpened = refusal.why;
  return null;
}
