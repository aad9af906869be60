import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { folderOfRemote, remoteNames } from './workspaces.mjs';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const CACHE = resolve(ROOT, '.cache');

/** Where published remotes live: immutable versions and remotes.json (section 8 of docs/design.md). Any static host can serve it. */
export const releaseRoot = (): string => resolve(ROOT, process.env.REMOTES_ROOT || 'dist/releases');

/** From here on the store is this clone's own, whatever the terminal names: what a test or a bench builds is for nobody's users. */
export function keepToOwnStore(): void {
  delete process.env.REMOTES_ROOT;
}

/** What the product keeps between runs: database, secrets, logs. */
export const dataDir = (): string => resolve(ROOT, process.env.DATA_DIR || '.data');

/** The federation names of the remotes. */
export const REMOTES: readonly string[] = remoteNames();
/** The folders that are built for the browser. */
export const FRONT_PACKAGES: readonly string[] = ['shell', ...REMOTES.map(folderOfRemote)];
