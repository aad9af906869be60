import { CommandError } from '@palier/scripts/command';
import type { Registry } from '../registry';
import { alteredFile, type VersionDescription } from '../versions';
import { openShell, type ShellSource } from './shell-source';
import { refusalsOf } from './compatibility';

interface Candidate {
  readonly root: string;
  readonly description: VersionDescription;
  /** The live document with the candidate in it. */
  readonly registry: Registry;
  /** Users have it, and the shell is what is new: a path that it gives to another remote now is no fault of the version. */
  readonly isInUse?: boolean;
}

interface GateOptions extends Candidate {
  /** Folder or address of the live shell; absent: the one built here. */
  readonly shell: string | undefined;
}

/** Which shell refused, and what to do where it lacks something: the one here may be older than its sources. */
const heldAgainst = (place: string | undefined): string =>
  place === undefined
    ? 'It was held against the shell as last built here: after a change of the shell, npm run build comes first.'
    : `It was held against the shell at ${place}: what that lacks is released with a shell first.`;

/** What a version must pass before anyone sees it (section 8 of docs/design.md). Throws a CommandError of one line. */
export async function passGate({ shell: place, ...candidate }: GateOptions): Promise<void> {
  const { name, version } = candidate.description;
  const refusal = await refusalBy(await openShell(place), candidate);
  if (refusal !== null)
    throw new CommandError(
      `${name} ${version} does not pass the gate: ${refusal}.`,
      `${heldAgainst(place)} Nothing was changed; users keep what they have.`,
    );
}

/** Why `shell` cannot run the candidate, as a readable line; null when it can. */
export async function refusalBy(
  shell: ShellSource,
  { root, description, registry, isInUse = false }: Candidate,
): Promise<string | null> {
  const altered = await alteredFile(root, description);
  if (altered !== null) return `its file ${altered} is not the one that was published`;
  const [refusal] = refusalsOf(description.needs, shell.offer);
  if (refusal !== undefined) return refusal;
  // Loaded only here: the other commands answer at once.
  const { boot } = await import('./browser-check');
  const { name, uses = {} } = description;
  return boot({ shell, storeRoot: root, registry, candidate: name, uses, isInUse });
}
