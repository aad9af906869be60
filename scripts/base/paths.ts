import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderOfRemote, remoteNames } from './workspaces.mjs';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const CACHE = resolve(ROOT, '.cache');

/** The release store: published versions of remotes, and remotes.json (section 8 of docs/design.md). */
export const releaseRoot = (): string => resolve(ROOT, process.env.REMOTES_ROOT || 'dist/releases');

/** Ignores REMOTES_ROOT of the terminal: a test or a bench must not publish to the store of users. */
export function keepToOwnStore(): void {
  delete process.env.REMOTES_ROOT;
}

/** The folder of the embedded database, secrets and logs. */
export const dataDir = (): string => resolve(ROOT, process.env.DATA_DIR || '.data');

/** The federation names of the remotes. */
export const REMOTES: readonly string[] = remoteNames();
/** The folders of the packages that are built for the browser. */
export const FRONT_PACKAGES: readonly string[] = ['shell', ...REMOTES.map(folderOfRemote)];
