import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
export const CACHE = resolve(ROOT, '.cache');

/** Where published remotes live: immutable versions and remotes.json (design §8). Any static host can serve it. */
export const releaseRoot = (): string => resolve(ROOT, process.env.RELEASES_DIR ?? 'dist/releases');

/** What the product keeps between runs: database, secrets, logs. */
export const dataDir = (): string => resolve(ROOT, process.env.DATA_DIR ?? '.data');

export const FRONT_PACKAGES = ['shell', 'mfe-casino', 'mfe-agent', 'mfe-reports'] as const;
export const REMOTES = ['casino', 'agent', 'reports'] as const;
