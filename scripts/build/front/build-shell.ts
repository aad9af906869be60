import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '@palier/base/paths';
import { DICTIONARY_FORM, patternOf } from '@palier/server/web/dictionary-forms';
import { offerOfShell } from './needs';
import { buildFront, type FrontBuild } from './build-front';
import { compressFolder } from './compress';
import { dictionaryForms, MOST_DICTIONARIES } from './dictionary-forms';

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
  await writeDictionaryForms(dist);
}

/**
 * Writes the forms of the current files for browsers that have a file which `dropOldFiles` has kept (decision
 * 0121).
 */
async function writeDictionaryForms(dist: string): Promise<void> {
  const current = new Set(await readAssets(dist));
  const replaced = await readReplaced(dist);
  const files = new Map<string, Buffer>();
  const earlier: Map<string, Buffer>[] = [];
  for (const file of await readdir(dist)) {
    const own = file.replace(/\.br$/, '');
    if (patternOf(own) === null) continue;
    const content = await readFile(join(dist, file));
    if (current.has(own)) files.set(file, content);
    else if (own === file) earlier.push(new Map([[file, content]]));
  }
  const since = (version: ReadonlyMap<string, Buffer>): number => replaced[[...version.keys()][0]!] ?? 0;
  earlier.sort((a, b) => since(b) - since(a));
  for (const [file, form] of await dictionaryForms(files, earlier)) await writeFile(join(dist, file), form);
}

/** The files of the current build; none before the first. */
const readAssets = (dist: string): Promise<string[]> =>
  readFile(join(dist, 'assets.json'), 'utf8').then(
    (text) => JSON.parse(text) as string[],
    () => [],
  );

/** Since when each file of a build's folder is replaced, in ms since the epoch. */
const readReplaced = (dist: string): Promise<Record<string, number>> =>
  readFile(join(dist, REPLACED_RECORD), 'utf8').then(
    (text) => JSON.parse(text) as Record<string, number>,
    () => ({}),
  );

/**
 * The files among `replaced` that browsers may have as a dictionary of the newest version: of each file the
 * versions that were replaced last.
 */
function keptAsDictionaries(replaced: Readonly<Record<string, number>>): Set<string> {
  const kept = new Set<string>();
  const counts = new Map<string, number>();
  for (const [file] of Object.entries(replaced).sort(([, a], [, b]) => b - a)) {
    const pattern = patternOf(file);
    if (pattern === null) continue;
    const count = counts.get(pattern) ?? 0;
    counts.set(pattern, count + 1);
    if (count < MOST_DICTIONARIES) kept.add(file);
  }
  return kept;
}

/**
 * Removes from a build's folder the files that were replaced over KEPT_MS ago, except dictionaries. `assets.json` lists the
 * current files of the build; REPLACED_RECORD stores since when each other file is replaced. Pages (`.html`),
 * documents (`.json`) and dot files always stay.
 */
export async function dropOldFiles(dist: string, now = Date.now()): Promise<void> {
  const current = new Set(await readAssets(dist));
  if (current.size === 0) return;
  const before = await readReplaced(dist);
  const replaced: Record<string, number> = {};
  for (const file of await readdir(dist)) {
    const own = file.replace(/\.(br|gz)$/, '').replace(DICTIONARY_FORM, '');
    if (!current.has(own) && !own.startsWith('.') && !/\.(json|html)$/.test(own))
      replaced[file] = before[file] ?? now;
  }
  const dictionaries = keptAsDictionaries(replaced);
  for (const [file, since] of Object.entries(replaced)) {
    if (now - since <= KEPT_MS || dictionaries.has(file)) continue;
    await rm(join(dist, file), { recursive: true, force: true });
    delete replaced[file];
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
