import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const REMOTE_PREFIX = 'mfe-';

/** @param {string} folder */
export const readManifest = (folder) => JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8'));

/** @param {string} pattern a folder, or a prefix that ends in a star */
function foldersOf(pattern) {
  if (!pattern.endsWith('*')) return [pattern];
  const found = readdirSync(ROOT).filter((name) => name.startsWith(pattern.slice(0, -1)));
  return found.filter((name) => existsSync(join(ROOT, name, 'package.json'))).sort();
}

/**
 * The folders of all packages, as the root manifest's `workspaces` names them. Nothing else lists packages: a
 * remote that is added as `mfe-…` is built, checked, tested, released and served with the others.
 * @returns {string[]}
 */
export const packageFolders = () => readManifest('.').workspaces.flatMap(foldersOf);

/** The federation names of the remotes: their folders without `mfe-`. */
export const remoteNames = () =>
  packageFolders()
    .filter((folder) => folder.startsWith(REMOTE_PREFIX))
    .map((folder) => folder.slice(REMOTE_PREFIX.length));

/**
 * The screens that a remote of this working tree describes.
 * @param {string} name of the remote
 * @returns {{path: string}[]}
 */
export const screensOfRemote = (name) =>
  JSON.parse(readFileSync(join(ROOT, folderOfRemote(name), 'src/screens.json'), 'utf8'));

/** @param {string} name of a remote */
export const folderOfRemote = (name) => REMOTE_PREFIX + name;
