import { resolve } from 'node:path';
import { packageFolders, remoteNames } from './workspaces.mjs';

/** Replaces scripts/base/paths.ts in the kit, with only the exports that the kit uses. */
export const ROOT = process.cwd();
export const CACHE = resolve(ROOT, 'node_modules/.cache/palier');
export const REMOTES: readonly string[] = remoteNames();
export const FRONT_PACKAGES: readonly string[] = packageFolders();
