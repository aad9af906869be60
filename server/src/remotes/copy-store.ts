import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { registrySchema, VERSION_NAME_PATTERN, type Registry } from '@palier/shared/contracts/releases';
import { runPeriodically } from '../concurrency/run-periodically';
import type { Queryable } from '../database/pool';
import { subtreeSaltFile } from './subtree-hash';

const CHECK_EVERY_MS = 1_000;
/** A version that users had within this time is copied too: an open tab may still load its chunks. */
const OPEN_TAB_DAYS = 7;
/** Of a version's files: source maps and the bill of materials are not served. */
const IS_SERVED = "path not like '.%'";

interface Version {
  readonly remote: string;
  readonly version: string;
}

interface CopyOptions {
  /** Whether versions are copied too that an origin of their own serves. */
  readonly includesOtherOrigins?: boolean;
}

/**
 * Copies what users run from the release store to `folder`, when its document is newer than `revision`: first
 * the versions, then `remotes.json`. Returns the revision in the folder; 0 for an empty store. Several
 * processes may copy to one folder at once.
 */
export async function copyStore(
  database: Queryable,
  folder: string,
  revision: number,
  { includesOtherOrigins = false }: CopyOptions = {},
): Promise<number> {
  const { rows } = await database.query<{ revision: number; document: string }>(
    'select revision, document from release_revisions where revision > $1 order by revision desc limit 1',
    [revision],
  );
  const [newest] = rows;
  if (newest === undefined) return revision;
  const registry = registrySchema.parse(JSON.parse(newest.document));
  const recent = await readRecentVersions(database);
  const isServedHere = ({ remote }: Version): boolean =>
    includesOtherOrigins || registry.remotes[remote]?.origin === undefined;
  for (const version of [...versionsOf(registry), ...recent].filter(isServedHere))
    await copyVersion(database, folder, version);
  const { rows: salts } = await database.query<{ salt: string }>('select salt from release_salt');
  await replaceFile(subtreeSaltFile(folder), salts[0]!.salt);
  await replaceFile(path.join(folder, 'remotes.json'), newest.document);
  await removePruned(database, folder, registry);
  return newest.revision;
}

const versionsOf = ({ remotes }: Registry): Version[] =>
  Object.entries(remotes).flatMap(([remote, { versions }]) =>
    Object.keys(versions).map((version) => ({ remote, version })),
  );

async function readRecentVersions(database: Queryable): Promise<Version[]> {
  const { rows } = await database.query<Version>(
    'select remote, version from release_versions where used_at > now() - make_interval(days => $1)',
    [OPEN_TAB_DAYS],
  );
  return rows;
}

const isPresent = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

async function copyVersion(database: Queryable, root: string, { remote, version }: Version): Promise<void> {
  const folder = path.join(root, remote, version);
  if (await isPresent(folder)) return;
  const { rows: files } = await database.query<{ path: string; content: Buffer }>(
    `select path, content from release_files where (remote, version) = ($1, $2) and ${IS_SERVED}`,
    [remote, version],
  );
  if (files.length === 0) throw new Error(`The release store has no files of ${remote} ${version}.`);
  // The draft folder is renamed when it is complete, so that no process serves an incomplete version.
  const draft = path.join(root, remote, `.draft-${randomUUID()}`);
  try {
    for (const file of files) await writeNewFile(path.join(draft, file.path), file.content);
    await rename(draft, folder).catch(async (error: unknown) => {
      // Another process has copied the version meanwhile.
      if (!(await isPresent(folder))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Removes the copies of versions that the store no longer has. */
async function removePruned(database: Queryable, root: string, registry: Registry): Promise<void> {
  const { rows } = await database.query<Version>('select remote, version from release_versions');
  const stored = new Set(
    [...rows, ...versionsOf(registry)].map(({ remote, version }) => `${remote}/${version}`),
  );
  for (const remote of new Set(rows.map((row) => row.remote)))
    for (const version of await readdir(path.join(root, remote)).catch(() => [])) {
      const folder = path.join(root, remote, version);
      const isCopy =
        VERSION_NAME_PATTERN.test(version) && (await isPresent(path.join(folder, 'description.json')));
      if (isCopy && !stored.has(`${remote}/${version}`)) await rm(folder, { recursive: true, force: true });
    }
}

async function replaceFile(file: string, content: string): Promise<void> {
  const draft = `${file}.draft-${randomUUID()}`;
  try {
    await writeNewFile(draft, content);
    await rename(draft, file);
  } finally {
    // On a full disk, each further attempt would leave another draft.
    await rm(draft, { force: true });
  }
}

async function writeNewFile(file: string, content: string | Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content, { flush: true });
}

/** Keeps `remotesRoot` a copy of what users run: looks for a change every second. */
export function keepStoreCopied(
  database: Queryable,
  remotesRoot: string,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
) {
  let revision = 0;
  let isComplete = false;
  const stop = runPeriodically(CHECK_EVERY_MS, async () => {
    try {
      const before = revision;
      revision = await copyStore(database, remotesRoot, before);
      isComplete = true;
      if (revision !== before) log.info({ revision }, 'release store copied from the database');
    } catch (error) {
      log.warn({ err: error, revision }, 'release store not copied from the database');
    }
  });
  /** `isComplete`: whether this process has read the store since its start. */
  return { isComplete: (): boolean => isComplete, stop };
}
