import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandError, timeSince } from '@palier/base/command';
import { CACHE, ROOT } from '@palier/base/paths';
import { DESCRIPTION_FILE } from './description-file.mjs';
import { bundleFront } from './bundle-front';
import { sourceHash } from './source-hash';

const markerOf = (name: string): string => join(CACHE, 'builds', `${name}.hash`);

/** A front package's production build. */
export interface FrontBuild {
  readonly dist: string;
  /** The hash of the sources: equal hashes mean equal builds. */
  readonly hash: string;
  /** How long the build took (`1.2 s`); null when the earlier build is up to date. */
  readonly took: string | null;
}

/**
 * The content of a build's marker: the hash of the sources, and the hash of the list of built files, whose
 * names contain content hashes. The second hash differs when the folder was built by hand since, from other
 * sources.
 */
async function stampOf(name: string, dist: string, hash: string): Promise<string> {
  const list = await readFile(join(dist, name === 'shell' ? 'assets.json' : DESCRIPTION_FILE));
  return `${hash} ${createHash('sha256').update(list).digest('hex')}`;
}

async function isUpToDate(name: string, dist: string, hash: string): Promise<boolean> {
  try {
    const stamp = await readFile(markerOf(name), 'utf8');
    return stamp === (await stampOf(name, dist, hash));
  } catch {
    return false;
  }
}

/** The last build of a front package, whether its sources have changed since or not; null without one. */
export async function readFront(name: string): Promise<Omit<FrontBuild, 'took'> | null> {
  const [hash] = (await readFile(markerOf(name), 'utf8').catch(() => '')).split(' ');
  return hash === undefined || hash === '' ? null : { dist: join(ROOT, name, 'dist'), hash };
}

/**
 * Builds a front package if its sources changed since the last build; `finish` completes a new build before
 * its marker is written. Throws a CommandError when the build fails.
 */
export async function buildFront(
  name: string,
  finish?: (dist: string) => Promise<void>,
): Promise<FrontBuild> {
  const hash = await sourceHash(name);
  const dist = join(ROOT, name, 'dist');
  if (await isUpToDate(name, dist, hash)) return { dist, hash, took: null };
  if (ROOT.includes("'"))
    throw new CommandError(
      `The path ${ROOT} has an apostrophe, which module federation writes into its sources as it stands.`,
      'Move this folder to a path without one.',
    );
  const startedAt = performance.now();
  // The marker is removed first: after an interrupted build the folder must not count as the earlier build.
  await rm(markerOf(name), { force: true });
  await bundleFront(name, join(ROOT, name), hash.slice(0, 8));
  await finish?.(dist);
  await mkdir(join(CACHE, 'builds'), { recursive: true });
  await writeFile(markerOf(name), await stampOf(name, dist, hash));
  return { dist, hash, took: timeSince(startedAt) };
}
