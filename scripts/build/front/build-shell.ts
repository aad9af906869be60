import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '@palier/base/paths';
import { offerOfShell } from './needs';
import { buildFront, type FrontBuild } from './build-front';
import { compressFolder } from './compress';

/** The shell's source maps, in a folder that is not served. */
const MAPS = join(ROOT, 'dist/source-maps/shell');
/** How long an open tab can still load chunks of the build that it was opened with. */
const KEPT_MS = 3 * 86_400_000;
const REPLACED_RECORD = '.replaced.json';
const IS_MAP = /\.map$/;

/**
 * Builds the shell if it changed. `shell.json`, beside the shell's page, lists what the shell offers to
 * remotes.
 */
export const buildShell = (): Promise<FrontBuild> =>
  buildFront('shell', (dist) => prepareShellForServing(dist, MAPS));

/** Prepares a bundled `dist` for being served, and moves its source maps to the folder `maps`. */
export async function prepareShellForServing(dist: string, maps: string): Promise<void> {
  await dropOldFiles(dist);
  await keepMapsApart(dist, maps);
  await writeFile(join(dist, 'shell.json'), `${JSON.stringify(offerOfShell(), null, 2)}\n`);
  // Last, since the server sends the compressed twin of each file.
  await compressFolder(dist);
}

/**
 * Removes from a build's folder the files that were replaced over KEPT_MS ago. `assets.json` lists the
 * current files of the build; REPLACED_RECORD stores since when each other file is replaced. Pages (`.html`),
 * documents (`.json`) and dot files always stay.
 */
export async function dropOldFiles(dist: string, now = Date.now()): Promise<void> {
  const read = async <Content>(file: string, fallback: Content): Promise<Content> =>
    readFile(join(dist, file), 'utf8').then(
      (text) => JSON.parse(text) as Content,
      () => fallback,
    );
  const current = new Set(await read<string[]>('assets.json', []));
  if (current.size === 0) return;
  const before = await read<Record<string, number>>(REPLACED_RECORD, {});
  const replaced: Record<string, number> = {};
  for (const file of await readdir(dist)) {
    const own = file.replace(/\.(br|gz)$/, '');
    if (current.has(own) || own.startsWith('.') || /\.(json|html)$/.test(own)) continue;
    const since = before[file] ?? now;
    if (now - since > KEPT_MS) await rm(join(dist, file), { recursive: true, force: true });
    else replaced[file] = since;
  }
  await writeFile(join(dist, REPLACED_RECORD), JSON.stringify(replaced));
}

/** Moves the source maps of a build from its served folder to `maps`. A map is kept as long as its script. */
async function keepMapsApart(dist: string, maps: string): Promise<void> {
  await mkdir(maps, { recursive: true });
  for (const file of (await readdir(dist)).filter((name) => IS_MAP.test(name))) {
    await copyFile(join(dist, file), join(maps, file));
    await rm(join(dist, file));
  }
  for (const file of await readdir(maps))
    if (!existsSync(join(dist, file.replace(IS_MAP, '')))) await rm(join(maps, file), { force: true });
}
