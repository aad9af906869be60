import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { offerOfShell } from '../releases/needs';
import { buildFront, type FrontBuild } from './build-front';
import { compressFolder } from './compress';
import { dropOldFiles } from './old-files';

/** Builds the shell if it changed, with shell.json beside its page: what it offers to remotes. */
export const buildShell = (): Promise<FrontBuild> =>
  buildFront('shell', async (dist) => {
    await dropOldFiles(dist);
    await compressFolder(dist);
    await writeFile(join(dist, 'shell.json'), `${JSON.stringify(offerOfShell(), null, 2)}\n`);
  });
