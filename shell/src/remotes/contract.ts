import { ROUTES_CONTRACT_VERSION } from '@palier/shared/routes';

const numbers = (version: string): number[] => version.split('.').map(Number);

/**
 * Whether the routes contract of this shell is in `range`, such as `^1.2.0`; true without a range, as in
 * builds of a dev server.
 */
export function isContractSupported(
  range: string | undefined,
  spoken: string = ROUTES_CONTRACT_VERSION,
): boolean {
  if (range === undefined) return true;
  const [major, minor = 0, patch = 0] = numbers(spoken);
  const [wantedMajor, wantedMinor = 0, wantedPatch = 0] = numbers(range.slice(1));
  if (!range.startsWith('^') || major !== wantedMajor) return false;
  return minor > wantedMinor || (minor === wantedMinor && patch >= wantedPatch);
}
