import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../paths';
import { offerOfShell } from '@palier/releases/needs';
import { buildFront, type FrontBuild } from './build-front';
import { compressFolder } from './compress';
import { dropOldFiles } from './old-files';
import { keepMapsApart } from './source-maps';

/** The shell's source maps, in a folder that is not served. */
const MAPS = join(ROOT, 'dist/source-maps/shell');

/** Builds the shell if it changed. `shell.json`, beside the shell's page, lists what the shell offers to remotes. */
export const buildShell = (): Promise<FrontBuild> => buildFront('shell', (dist) => finishShell(dist, MAPS));

/** Prepares a bundled `dist` for being served, and moves its source maps to the folder `maps`. */
export async function finishShell(dist: string, maps: string): Promise<void> {
  await dropOldFiles(dist);
  await keepMapsApart(dist, maps);
  await writeFile(join(dist, 'shell.json'), `${JSON.stringify(offerOfShell(), null, 2)}\n`);
  // Last, since the server sends the compressed twin of each file.
  await compressFolder(dist);
}
