import type { Screen } from '@palier/shared/contracts/screens';
import { matchPath } from '@palier/shared/router';

/** The screen of a remote at `pathname`; undefined for screens of the shell. */
export const screenAt = (screens: readonly Screen[] | null, pathname: string): Screen | undefined =>
  screens?.find(({ path }) => matchPath(path, pathname) !== null);
