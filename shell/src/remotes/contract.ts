import { ROUTES_CONTRACT_VERSION } from '@palier/shared/routes';

const numbers = (version: string): number[] => version.split('.').map(Number);

/**
 * Whether this shell's routes contract is one of `range`, a caret range as a release states it: `^1.2.0` (section 8 of docs/design.md). A
 * dev server's
 * build, which states none, is taken as it is.
 */
export function speaksContract(range: string | undefined, spoken: string = ROUTES_CONTRACT_VERSION): boolean {
  if (range === undefined) return true;
  const [major, minor = 0, patch = 0] = numbers(spoken);
  const [wantedMajor, wantedMinor = 0, wantedPatch = 0] = numbers(range.slice(1));
  if (!range.startsWith('^') || major !== wantedMajor) return false;
  return minor > wantedMinor || (minor === wantedMinor && patch >= wantedPatch);
}
