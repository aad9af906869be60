import { CommandError } from '@palier/base/command';
import { findAlteredFile } from '../version-files';
import { readFiles } from '../versions';
import type { Passage } from '../admission';
import type { Candidate, GateRefusal } from './gate-job';
import { incompatibilities } from './compatibility';
import { openShell, type ShellSource } from './shell-source';
import { findDeviationFromSpecification, findMenuFault, findScreenFault } from './specified-screens';

type ReleaseGateOptions = Candidate & Passage;

const remedyOf = ({ toChange }: GateRefusal, place: string | undefined): string =>
  ({
    shell:
      place === undefined
        ? 'It was tested in the shell last built here. After a change of the shell, run npm run build first.'
        : `It was tested in the shell at ${place}. Release a shell with the missing part first, ` +
          'or publish a version that needs less.',
    screens:
      'Correct src/screens.json or the routes ("Screens" in docs/teams.md), then publish a new version.',
    remote: 'Correct the remote, which npm run dev shows alone, then publish a new version.',
    files: 'Publish a new version: the files of a published one stay as they were.',
    browser:
      'Run the command where the worker of the release gate runs ("Release gate" in docs/operations.md); ' +
      'or say why the version is released without this check: --ungated "<reason>".',
  })[toChange];

/** Throws a CommandError when the candidate does not pass the release gate (section 8 of docs/design.md). */
export async function passReleaseGate(options: ReleaseGateOptions): Promise<void> {
  const { shell: place, ungated, ...candidate } = options;
  const { name, version } = candidate.description;
  const refusal = await findReleaseGateRefusal(await openShell(place), candidate, ungated);
  if (refusal !== null)
    throw new CommandError(
      `${name} ${version} does not pass the release gate: ${refusal.why}.`,
      `${remedyOf(refusal, place)} Nothing was changed; users keep what they have.`,
    );
}

/** Why `shell` cannot run the candidate; null when it can. With `ungated`, no browser opens its screens. */
export async function findReleaseGateRefusal(
  shell: ShellSource,
  candidate: Candidate,
  ungated?: string,
): Promise<GateRefusal | null> {
  const { store, description, registry } = candidate;
  const files = await readFiles(store, description.name, description.version);
  const altered = findAlteredFile(files, description);
  if (altered !== null)
    return { why: `its file ${altered} differs from the published one`, toChange: 'files' };
  const [refusal] = incompatibilities(description.needs, shell.offer);
  if (refusal !== undefined) return { why: refusal, toChange: 'shell' };
  const { name, screens } = description;
  const fault =
    findDeviationFromSpecification(name, screens) ??
    findScreenFault(name, registry) ??
    findMenuFault(name, registry);
  if (fault !== null) return { why: fault, toChange: 'screens' };
  if (ungated !== undefined) return null;
  // Imported here because only these commands open screens.
  const { findFaultOfCandidate } = await import('./find-fault-of-candidate');
  return findFaultOfCandidate(shell, candidate);
}
