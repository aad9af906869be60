import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../paths';
import { offerOfShell } from '@palier/releases/needs';
import { buildFront, type FrontBuild } from './build-front';
import { compressFolder } from './compress';
import { dropOldFiles } from './old-files';
import { keepMapsApart } from './source-maps';

/** Where the team finds the shell's source maps; nothing serves this folder. */
const MAPS = join(ROOT, 'dist/source-maps/shell');

/** Builds the shell if it changed, with shell.json beside its page: what it offers to remotes. */
export const buildShell = (): Promise<FrontBuild> => buildFront('shell', (dist) => finishShell(dist, MAPS));

/** Makes what the bundler left in `dist` ready to be served; its source maps go to the folder `maps`. */
export async function finishShell(dist: string, maps: string): Promise<void> {
  await dropOldFiles(dist);
  await keepMapsApart(dist, maps);
  await writeFile(join(dist, 'shell.json'), `${JSON.stringify(offerOfShell(), null, 2)}\n`);
  // Last: what is served is the compressed twin of each file.
  await compressFolder(dist);
}
