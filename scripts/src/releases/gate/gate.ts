import { Fault } from '../../fault';
import type { Registry } from '../registry';
import { alteredFile, type VersionDescription } from '../versions';
import { openShell } from './shell-source';
import { refusalsOf } from './static-checks';

interface GateOptions {
  readonly root: string;
  readonly description: VersionDescription;
  /** The live document with the candidate in it. */
  readonly registry: Registry;
  /** Folder or address of the live shell; absent: the one built here. */
  readonly shell: string | undefined;
}

/** Which shell refused, and what to do where it lacks something: the one here may be older than its sources. */
const heldAgainst = (place: string | undefined): string =>
  place === undefined
    ? 'It was held against the shell as last built here: after a change of the shell, npm run build comes first.'
    : `It was held against the shell at ${place}: what that lacks is released with a shell first.`;

/** What a version must pass before anyone sees it (design §8). Throws a fault of one line. */
export async function passGate({ root, description, registry, shell: place }: GateOptions): Promise<void> {
  const { name, version, needs } = description;
  const refuse = (why: string): Fault =>
    new Fault(
      `${name} ${version} cannot become active: ${why}.`,
      `${heldAgainst(place)} Nothing was changed; users keep what they have.`,
    );

  const altered = await alteredFile(root, description);
  if (altered !== null) throw refuse(`its file ${altered} is not the one that was published`);
  const shell = await openShell(place);
  const [refusal] = refusalsOf(needs, shell.offer);
  if (refusal !== undefined) throw refuse(refusal);
  // Loaded only here: the other commands answer at once.
  const { boot } = await import('./boot');
  const fault = await boot({ shell, storeRoot: root, registry, candidate: name });
  if (fault !== null) throw refuse(fault);
}
