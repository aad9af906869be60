import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { repeat } from '../concurrency/repeat';
import type { Queryable } from '../database/pool';
import { liveRegistrySchema, type LiveRegistry } from './schemas';
import { subtreeSaltFile } from './subtree-hash';

const CHECK_EVERY_MS = 2_000;
/** Without `..` and separators, which would lead outside of the store. */
const FOLDER_NAME = /^\w[\w.+-]*$/;

interface SharedDocument {
  readonly revision: number;
  readonly document: string;
  readonly subtree_salt: string;
}

/**
 * Copies the release store in the database to `remotesRoot`, when its document is newer than `revision`:
 * first the versions that the document names, then the document. Returns the revision in the folder. Several
 * processes may copy to one folder at once.
 */
export async function copySharedStore(
  database: Queryable,
  remotesRoot: string,
  revision: number,
): Promise<number> {
  const { rows } = await database.query<SharedDocument>(
    'select revision, document, subtree_salt from release_documents where revision > $1 order by revision desc limit 1',
    [revision],
  );
  const [newest] = rows;
  if (newest === undefined) return revision;
  for (const [remote, version] of versionsOf(liveRegistrySchema.parse(JSON.parse(newest.document))))
    await copyVersion(database, path.join(remotesRoot, remote, version), remote, version);
  await replaceFile(subtreeSaltFile(remotesRoot), newest.subtree_salt);
  await replaceFile(path.join(remotesRoot, 'remotes.json'), newest.document);
  return newest.revision;
}

/** The versions whose files the page's own origin serves. */
const versionsOf = ({ remotes }: LiveRegistry): [remote: string, version: string][] =>
  Object.entries(remotes).flatMap(([name, { origin, versions }]) =>
    origin === undefined
      ? Object.keys(versions).map((version): [remote: string, version: string] => [name, version])
      : [],
  );

async function copyVersion(
  database: Queryable,
  folder: string,
  remote: string,
  version: string,
): Promise<void> {
  if (![remote, version].every((name) => FOLDER_NAME.test(name)))
    throw new Error(`The store names ${JSON.stringify(`${remote} ${version}`)}, which is not a folder.`);
  if (await stat(folder).catch(() => null)) return;
  const { rows: files } = await database.query<{ path: string; content: Buffer }>(
    'select path, content from release_files where (remote, version) = ($1, $2)',
    [remote, version],
  );
  if (files.length === 0) throw new Error(`The database has no files of ${remote} ${version}.`);
  // The draft folder is renamed when it is complete, so that no process serves an incomplete version.
  const draft = path.join(path.dirname(folder), `.draft-${randomUUID()}`);
  try {
    for (const file of files) await writeNewFile(path.join(draft, file.path), file.content);
    await rename(draft, folder).catch(async (error: unknown) => {
      // Another process has copied the version meanwhile.
      if ((await stat(folder).catch(() => null)) === null) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
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

/**
 * Keeps `remotesRoot` a copy of the release store in the database: looks for a newer document every two
 * seconds.
 */
export function keepStoreCopied(
  database: Queryable,
  remotesRoot: string,
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>,
) {
  let revision = 0;
  const stop = repeat(CHECK_EVERY_MS, async () => {
    try {
      const before = revision;
      revision = await copySharedStore(database, remotesRoot, before);
      if (revision !== before) log.info({ revision }, 'release store copied from the database');
    } catch (error) {
      log.warn({ err: error, revision }, 'release store not copied from the database');
    }
  });
  /** `isComplete`: whether this process has copied a store since its start. */
  return { isComplete: (): boolean => revision > 0, stop };
}
