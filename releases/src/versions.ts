import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import semver from 'semver';
import { CommandError } from '@palier/scripts/command';
import type { Needs } from './needs';
import { readDocument } from './read-document';
import type { ReleasedVersion } from './registry';

/** description.json of a build: the files that a page loads first. */
export interface BuildDescription {
  readonly name: string;
  readonly entry: string;
  readonly preload: readonly string[];
  readonly styles: readonly string[];
  /** The names that the build imports from each shared library. */
  readonly uses: Readonly<Record<string, readonly string[]>>;
}

/** description.json of a published version; file names are relative to its folder. */
export interface VersionDescription extends BuildDescription {
  readonly version: string;
  readonly publishedAt: string;
  /** The commit of the build, from `sourceCommit`. */
  readonly commit: string | null;
  readonly needs: Needs;
  /** The hash of every script and style. */
  readonly integrity: Readonly<Record<string, string>>;
}

export const versionFolder = (root: string, name: string, version: string): string =>
  join(root, name, version);
export const DESCRIPTION_FILE = 'description.json';
const HASHED_FILES = /\.(js|css)$/;

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

export async function hashesOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => HASHED_FILES.test(name));
  const hashes = names.sort().map(async (name) => {
    const content = await readFile(join(folder, name));
    return [name, `sha384-${createHash('sha384').update(content).digest('base64')}`] as const;
  });
  return Object.fromEntries(await Promise.all(hashes));
}

/** The published versions of a remote, newest first. */
export async function listVersions(root: string, name: string): Promise<string[]> {
  const names = await readdir(join(root, name)).catch(() => []);
  return names.filter((version) => semver.valid(version) !== null).sort(semver.rcompare);
}

/** Throws a CommandError when the version is not in the store, or its description is unreadable. */
export async function readVersion(root: string, name: string, version: string): Promise<VersionDescription> {
  const file = join(versionFolder(root, name, version), DESCRIPTION_FILE);
  const description = await readDocument<VersionDescription>(
    file,
    'Remove the folder of this version and publish the version again.',
  );
  if (description !== null) return description;
  const published = await listVersions(root, name);
  throw new CommandError(
    `${name} ${version} is not published.`,
    published.length === 0
      ? `Publish one first: npm run release -- publish ${name}`
      : `Published: ${published.slice(0, 8).join(', ')}`,
  );
}

/** The first script or style that was changed, added or removed since the version was published, or null. */
export async function alteredFile(root: string, description: VersionDescription): Promise<string | null> {
  const now = await hashesOf(versionFolder(root, description.name, description.version));
  const files = new Set([...Object.keys(description.integrity), ...Object.keys(now)]);
  return [...files].find((file) => now[file] !== description.integrity[file]) ?? null;
}

/** A version as remotes.json describes it. `origin` serves the files; empty: the page's own origin. */
export function releasedVersion(description: VersionDescription, origin = ''): ReleasedVersion {
  const { name, version, entry, preload, styles, integrity, needs } = description;
  const addressOf = (file: string): string => `${origin}/remotes/${name}/${version}/${file}`;
  const first = [entry, ...preload, ...styles];
  return {
    entry: addressOf(entry),
    contract: needs.contract,
    preload: preload.map(addressOf),
    styles: styles.map(addressOf),
    integrity: Object.fromEntries(first.map((file) => [addressOf(file), integrity[file] ?? ''])),
  };
}
