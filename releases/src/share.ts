import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { CommandError } from '@palier/base/command';
import { createPool, type Pool } from '@palier/server/database/pool';
import { operatorName } from '@palier/server/operator/operator';
import { listRevisions, readRegistry, readRevision, readSubtreeSalt } from './store';
import { listFiles, versionFolder } from './versions';

/**
 * Copies the live document of the store and the versions that it names to the database, from which serving
 * processes copy them (REMOTES_FROM=database). Returns the revision. Versions that `prune` removed from the
 * store are removed from the database too. Throws a CommandError when the database has a document that this
 * store does not have.
 */
export async function shareStore(root: string, databaseUrl: string): Promise<number> {
  const pool = createPool(databaseUrl, { asOwner: true });
  try {
    return await copyToDatabase(root, pool);
  } finally {
    await pool.end();
  }
}

async function copyToDatabase(root: string, pool: Pool): Promise<number> {
  const registry = await readRegistry(root);
  if (registry.revision === 0)
    throw new CommandError(`${root} has no active version.`, 'Activate one first.');
  await requireSameHistory(root, pool);
  for (const [name, { origin, versions }] of Object.entries(registry.remotes))
    if (origin === undefined)
      for (const version of Object.keys(versions)) await shareVersion(root, pool, name, version);
  await pool.query(
    `insert into release_documents (revision, document, subtree_salt, shared_by) values ($1, $2, $3, $4)
       on conflict (revision) do nothing`,
    [
      registry.revision,
      JSON.stringify(registry),
      await readSubtreeSalt(root),
      `${operatorName()}@${hostname()}`,
    ],
  );
  // Another store may have shared a document of the same number at the same moment.
  await requireSameHistory(root, pool);
  await removePruned(root, pool);
  return registry.revision;
}

/** Two stores with histories of their own would replace each other's versions. */
async function requireSameHistory(root: string, pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ revision: number; document: string; shared_by: string }>(
    'select revision, document, shared_by from release_documents order by revision desc limit 1',
  );
  const [newest] = rows;
  if (newest === undefined) return;
  const { revision, document, shared_by: sharer } = newest;
  const isKnown = (await listRevisions(root)).includes(revision);
  if (isKnown && JSON.stringify((await readRevision(root, revision)).registry) === document) return;
  throw new CommandError(
    `The database has revision ${revision}, which ${sharer} shared from another store than ${root}.`,
    'Change remotes in that store, or copy it here as a whole.',
  );
}

/** Adds all files of a version in one statement, so that a server sees all of them or none. */
async function shareVersion(root: string, pool: Pool, name: string, version: string): Promise<void> {
  const { rows } = await pool.query('select from release_files where (remote, version) = ($1, $2) limit 1', [
    name,
    version,
  ]);
  if (rows.length > 0) return;
  const folder = versionFolder(root, name, version);
  // Dot folders, such as that of the source maps, are not served.
  const files = (await listFiles(folder)).filter((path) => !/(^|\/)\./.test(path));
  await pool.query(
    `insert into release_files (remote, version, path, content)
     select $1, $2, * from unnest($3::text[], $4::bytea[]) on conflict do nothing`,
    [name, version, files, await Promise.all(files.map((path) => readFile(join(folder, path))))],
  );
}

async function removePruned(root: string, pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ remote: string; version: string }>(
    'select distinct remote, version from release_files',
  );
  for (const { remote, version } of rows)
    if (!existsSync(versionFolder(root, remote, version)))
      await pool.query('delete from release_files where (remote, version) = ($1, $2)', [remote, version]);
}
