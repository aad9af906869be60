import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderOfRemote, remoteNames } from './workspaces.mjs';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const CACHE = resolve(ROOT, '.cache');

/** Ignores the release store and service of the terminal: a test or a bench must not publish to users. */
export function keepToOwnStore(): void {
  for (const name of ['REMOTES_ROOT', 'RELEASES_DATABASE_URL', 'RELEASES_URL']) delete process.env[name];
}

/** The folder of the embedded database, secrets and logs. */
export const dataDir = (): string => resolve(ROOT, process.env.DATA_DIR || '.data');

/** The federation names of the remotes. */
export const REMOTES: readonly string[] = remoteNames();
/** The folders of the packages that are built for the browser. */
export const FRONT_PACKAGES: readonly string[] = ['shell', ...REMOTES.map(folderOfRemote)];
