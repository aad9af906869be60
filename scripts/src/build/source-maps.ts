import { copyFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exists } from '@palier/releases/versions';

const IS_MAP = /\.map$/;

/** Moves the source maps of a build from its served folder to `maps`. A map is kept as long as its script. */
export async function keepMapsApart(dist: string, maps: string): Promise<void> {
  await mkdir(maps, { recursive: true });
  for (const file of (await readdir(dist)).filter((name) => IS_MAP.test(name))) {
    await copyFile(join(dist, file), join(maps, file));
    await rm(join(dist, file));
  }
  for (const file of await readdir(maps))
    if (!(await exists(join(dist, file.replace(IS_MAP, ''))))) await rm(join(maps, file), { force: true });
}
