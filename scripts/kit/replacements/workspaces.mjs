import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// Replaces scripts/base/workspaces.mjs in the kit: a team's repository is one remote, in the folder where the
// command runs.
const read = (file) => JSON.parse(readFileSync(join(process.cwd(), file), 'utf8'));

export const readManifest = () => read('package.json');

/** @returns {string[]} */
export const packageFolders = () => (existsSync(join(process.cwd(), 'src/screens.json')) ? ['.'] : []);

/** The federation name of the remote: the name of its package without `mfe-`. @returns {string[]} */
export const remoteNames = () => packageFolders().map(() => readManifest().name.replace(/^(@.*\/)?mfe-/, ''));

/** @returns {{path: string}[]} */
export const screensOfRemote = () => read('src/screens.json');

export const folderOfRemote = () => '.';
