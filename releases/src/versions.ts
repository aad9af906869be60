import { isDeepStrictEqual } from 'node:util';
import semver from 'semver';
import { CommandError } from '@palier/base/command';
import { REMOTES } from '@palier/base/paths';
import { DESCRIPTION_FILE } from '@palier/build/front/description-file.mjs';
import { dictionaryForms, MOST_DICTIONARIES } from '@palier/build/front/dictionary-forms';
import {
  isDevelopmentVersion,
  type Registry,
  type VersionDescription,
} from '@palier/shared/contracts/releases';
import { actorName, inTransaction, type Store } from './store';
import { BILL_FILE, descriptionIn, isSignedByTeam, SIGNATURE_FILE, type VersionFiles } from './version-files';

/**
 * Each file is a parameter of its own, which is sent as its bytes. In an array it would be sent as text:
 * 20 MB would stop the release service for a second.
 */
const FILES_AT_ONCE = 50;

/**
 * Adds a version with all its files and their forms for users of earlier versions (decision 0121), in one
 * transaction. Returns `same` when the store has it already, but
 * for the date of publication: a command or an upload was repeated. Returns `other` when the store has other
 * files under this version.
 */
export async function addVersion(
  store: Store,
  { name, version }: Pick<VersionDescription, 'name' | 'version'>,
  files: VersionFiles,
): Promise<'added' | 'same' | 'other'> {
  // Of a repeated upload nothing is stored.
  const isNew = !(await listVersions(store, name)).includes(version);
  const forms = isNew ? await dictionaryForms(files, await readEarlierCode(store, name, version)) : [];
  const isAdded = await inTransaction(store, async (client) => {
    const { rowCount } = await client.query(
      `insert into release_versions (remote, version, published_by) values ($1, $2, $3)
         on conflict do nothing`,
      [name, version, actorName()],
    );
    if (rowCount === 0) return false;
    const entries = [...files, ...forms];
    for (let start = 0; start < entries.length; start += FILES_AT_ONCE) {
      const some = entries.slice(start, start + FILES_AT_ONCE);
      const rows = some.map((_file, index) => `($1, $2, $${2 * index + 3}, $${2 * index + 4})`);
      await client.query(
        `insert into release_files (remote, version, path, content) values ${rows.join(', ')}`,
        [name, version, ...some.flat()],
      );
    }
    return true;
  });
  if (isAdded) return 'added';
  const { publishedAt: _date, ...one } = descriptionIn(files, name, version);
  const { publishedAt: _otherDate, ...other } = await readVersion(store, name, version);
  return isDeepStrictEqual(one, other) ? 'same' : 'other';
}

/** The scripts and styles of the versions of a remote that were published last, the newest first. */
async function readEarlierCode(store: Store, name: string, version: string): Promise<VersionFiles[]> {
  const { rows } = await store.query<{ version: string; path: string; content: Buffer }>(
    `select version, path, content
       from (select remote, version, published_at from release_versions
              where remote = $1 and version <> $2 order by published_at desc, version limit $3) last
       join release_files using (remote, version)
      where path ~ '^[^.].*\\.(js|css)$'
      order by published_at desc, version, path`,
    [name, version, MOST_DICTIONARIES],
  );
  const versions = [...new Set(rows.map((row) => row.version))];
  return versions.map(
    (one) => new Map(rows.filter((row) => row.version === one).map(({ path, content }) => [path, content])),
  );
}

/** The published versions of a remote, newest first. */
export async function listVersions(store: Store, name: string): Promise<string[]> {
  const { rows } = await store.query<{ version: string }>(
    'select version from release_versions where remote = $1',
    [name],
  );
  return rows.map(({ version }) => version).sort(semver.rcompare);
}

/**
 * The remotes of this working tree, then those that only the store has, such as a remote of another branch.
 */
export async function listKnownRemotes(store: Store): Promise<string[]> {
  const { rows } = await store.query<{ remote: string }>(
    'select distinct remote from release_versions order by remote',
  );
  return [...new Set([...REMOTES, ...rows.map(({ remote }) => remote)])];
}

/** The files of a version, or of them those named; empty when it is not published. */
export async function readFiles(
  store: Store,
  name: string,
  version: string,
  paths: readonly string[] | null = null,
): Promise<Map<string, Buffer>> {
  const { rows } = await store.query<{ path: string; content: Buffer }>(
    `select path, content from release_files
      where (remote, version) = ($1, $2) and ($3::text[] is null or path = any ($3)) order by path`,
    [name, version, paths],
  );
  return new Map(rows.map(({ path, content }) => [path, content]));
}

async function requirePublished(
  store: Store,
  name: string,
  version: string,
  paths: readonly string[] | null,
): Promise<Map<string, Buffer>> {
  const files = await readFiles(store, name, version, paths);
  if (files.size > 0) return files;
  const published = await listVersions(store, name);
  throw new CommandError(
    `${name} ${version} is not published.`,
    published.length === 0
      ? `Publish one first: npm run release -- publish ${name}`
      : `Published: ${published.slice(0, 8).join(', ')}`,
  );
}

/**
 * Throws a CommandError when the version is not in the store, or its description is unreadable or incomplete.
 */
export async function readVersion(store: Store, name: string, version: string): Promise<VersionDescription> {
  return descriptionIn(await requirePublished(store, name, version, [DESCRIPTION_FILE]), name, version);
}

/**
 * The version that a registry is to name. Throws a CommandError when the remote's team has keys and none of
 * them signed the version, so that an edited description never gets the operator's signature.
 */
export async function readSignedVersion(
  store: Store,
  { teamKeys }: Registry,
  name: string,
  version: string,
): Promise<VersionDescription> {
  const files = await requirePublished(store, name, version, [DESCRIPTION_FILE, SIGNATURE_FILE]);
  const keys = teamKeys?.[name];
  if (keys === undefined || isSignedByTeam(files, keys)) return descriptionIn(files, name, version);
  throw new CommandError(
    `${name} ${version} is not signed by a key of its team. Nothing was changed.`,
    'Publish it with RELEASE_SIGNING_KEY_FILE set to a key of the team: npm run release -- keys ' +
      `${name} lists them.`,
  );
}

/** Where a version comes from. */
export interface VersionOrigin {
  readonly commit: string | null;
  /** How many packages its bill of materials lists; null without one. */
  readonly packageCount: number | null;
  readonly isUnchecked: boolean;
}

/**
 * Files that cannot be read count as those of a version without a commit, with checks and without a bill of
 * materials.
 */
export async function readOrigin(store: Store, name: string, version: string): Promise<VersionOrigin> {
  const files = await readFiles(store, name, version, [DESCRIPTION_FILE, BILL_FILE]);
  let description: VersionDescription | null = null;
  try {
    description = descriptionIn(files, name, version);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
  }
  return {
    commit: description?.commit ?? null,
    packageCount: countPackages(files.get(BILL_FILE)),
    isUnchecked: description?.isChecked === false && !isDevelopmentVersion(version),
  };
}

/** Null without a bill of materials that lists components: a team wrote it. */
export function countPackages(bill: Buffer | undefined): number | null {
  if (bill === undefined) return null;
  try {
    const { components } = Object(JSON.parse(bill.toString())) as { components?: unknown };
    return Array.isArray(components) ? components.length : null;
  } catch {
    return null;
  }
}
