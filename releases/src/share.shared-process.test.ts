import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { startServerProcess } from '@palier/test-support/actors/server-process';
import { createTestDatabase, type TestDatabase } from '@palier/test-support/test-database';
import { untilTrue } from '@palier/test-support/wait-until';
import { freePort } from '@palier/base/process/free-port';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { createPool, type Pool } from '@palier/server/database/pool';
import { copySharedStore } from '@palier/server/remotes/copy-shared-store';
import { subtreeSaltFile } from '@palier/server/remotes/subtree-hash';
import { runRelease } from './command';
import type { Registry } from './registry';
import { rollBack } from './registry-changes';
import { shareStore } from './share';
import { changeCurrentRegistry, readSubtreeSalt } from './store';
import { activateInStore, writeVersion } from './testing/test-store';

const WAIT_LIMIT_MS = 120_000;

/** Adds a version with a script, its compressed form and a source map, and makes it active. */
async function release(root: string, version: string): Promise<void> {
  const folder = await writeVersion(root, 'casino', version);
  await mkdir(join(folder, '.source-maps'));
  await mkdir(join(folder, 'chunks'));
  await writeFile(join(folder, '.source-maps/e.js.map'), '{}');
  await writeFile(join(folder, 'chunks/a.0123abcd.js'), `"${version}"`);
  await writeFile(join(folder, 'chunks/a.0123abcd.js.br'), randomBytes(40));
  await activateInStore(root, 'casino', version);
}

const documentOf = (folder: string): Promise<string> => readFile(join(folder, 'remotes.json'), 'utf8');

describe('shared store', () => {
  let database: TestDatabase;
  let pool: Pool;
  let owner: Pool;
  let root: string;
  /** The folder of a server. */
  let copy: string;

  before(async () => {
    database = await createTestDatabase('schema');
    pool = createPool(database.applicationUrl);
    owner = createPool(database.url, { asOwner: true });
  });
  beforeEach(async () => {
    [root, copy] = await Promise.all([temporaryFolder(), temporaryFolder()]);
    await owner.query('delete from release_files; delete from release_documents');
  });
  after(async () => {
    await Promise.all([pool.end(), owner.end()]);
    await database.drop();
  });

  test('shared store: a server that could not read it at first becomes ready once it is shared, serves its files and follows a rollback', async (context) => {
    await owner.query('alter table release_documents rename to hidden');
    const server = startServerProcess(await freePort(), {
      DATABASE_URL: database.applicationUrl,
      DATA_DIR: copy,
      REMOTES_ROOT: join(copy, 'releases'),
      REMOTES_FROM: 'database',
      PROVIDER_AGENT_TOKEN: 'palier-demo-token',
      PROVIDER_SECRET: 'palier-demo-secret',
    });
    context.after(() => server.kill('SIGKILL'));
    const get = (path: string): Promise<Response> =>
      fetch(`${server.url}${path}`, { headers: { 'accept-encoding': 'identity' } });
    const answers = async (path: string, expected: number): Promise<boolean> =>
      (await get(path).catch(() => null))?.status === expected;

    assert.ok(await untilTrue(() => answers('/healthz', 200), WAIT_LIMIT_MS));
    assert.ok(await answers('/readyz', 503));
    assert.ok(await untilTrue(() => server.log.some((line) => line.includes('not copied')), WAIT_LIMIT_MS));
    await owner.query('alter table hidden rename to release_documents');
    await release(root, '1.0.0');
    await release(root, '1.1.0');
    await shareStore(root, database.url);
    assert.ok(await untilTrue(() => answers('/readyz', 200), WAIT_LIMIT_MS));
    assert.equal(await (await get('/remotes/casino/1.1.0/chunks/a.0123abcd.js')).text(), '"1.1.0"');

    await changeCurrentRegistry(root, 'rollback casino', (registry) => rollBack(registry, 'casino', null));
    await shareStore(root, database.url);
    const followed = async (): Promise<boolean> =>
      ((await (await get('/remotes.json')).json()) as Registry).remotes.casino?.active === '1.0.0';
    assert.ok(await untilTrue(followed, WAIT_LIMIT_MS));
  });

  test('shared store: it is copied byte for byte, without source maps, by several processes to one folder at once', async () => {
    await assert.rejects(shareStore(root, database.url), /no active version/);
    await release(root, '1.0.0');
    assert.equal(await shareStore(root, database.url), 1);
    assert.equal(await shareStore(root, database.url), 1, 'a repeated command');
    const revisions = await Promise.all(Array.from({ length: 4 }, () => copySharedStore(pool, copy, 0)));
    assert.deepEqual(revisions, [1, 1, 1, 1]);
    assert.deepEqual(await readdir(join(copy, 'casino')), ['1.0.0']);
    for (const file of ['casino/1.0.0/chunks/a.0123abcd.js.br', 'casino/1.0.0/description.json'])
      assert.deepEqual(await readFile(join(copy, file)), await readFile(join(root, file)));
    assert.deepEqual(JSON.parse(await documentOf(copy)), JSON.parse(await documentOf(root)));
    assert.equal(await readFile(subtreeSaltFile(copy), 'utf8'), await readSubtreeSalt(root));
    await rm(join(copy, 'remotes.json'));
    assert.equal(await copySharedStore(pool, copy, 1), 1);
    await assert.rejects(documentOf(copy), { code: 'ENOENT' }, 'the same revision is not copied again');
    await assert.rejects(readFile(join(copy, 'casino/1.0.0/.source-maps/e.js.map')), { code: 'ENOENT' });
  });

  test('shared store: servers copy from the database, each command that changes the store shares it', async (context) => {
    await release(root, '1.0.0');
    const before = { ...process.env };
    context.after(() => {
      process.env = before;
    });
    const settings = { REMOTES_FROM: 'database', OWNER_DATABASE_URL: database.url };
    Object.assign(process.env, { ...settings, REMOTES_ROOT: root, DATA_DIR: root });
    assert.match(await runRelease(['overrides', 'none']), /\nRevision 2 of .* is in the database;/);
    assert.equal(await copySharedStore(pool, copy, 0), 2);
  });

  test('shared store: a remote is served from an origin of its own, its files are neither shared nor copied', async () => {
    await release(root, '1.0.0');
    await changeCurrentRegistry(root, 'origin casino https://casino.example', (registry) => ({
      ...registry,
      remotes: { casino: { ...registry.remotes.casino!, origin: 'https://casino.example' } },
    }));
    assert.equal(await shareStore(root, database.url), 2);
    assert.equal((await pool.query('select from release_files')).rowCount, 0);
    assert.equal(await copySharedStore(pool, copy, 0), 2);
  });

  test('shared store: a version is missing in the database, the copy keeps the document that works', async () => {
    await release(root, '1.0.0');
    await shareStore(root, database.url);
    await copySharedStore(pool, copy, 0);
    const before = await documentOf(copy);
    await release(root, '1.1.0');
    await shareStore(root, database.url);
    await owner.query("delete from release_files where version = '1.1.0'");
    await assert.rejects(copySharedStore(pool, copy, 1), /no files of casino 1\.1\.0/);
    assert.equal(await documentOf(copy), before);
    await shareStore(root, database.url);
    assert.equal(await copySharedStore(pool, copy, 1), 2, 'once the command was repeated');
    assert.equal(await copySharedStore(pool, await temporaryFolder(), 0), 2, 'a new folder gets the newest');
  });

  test('shared store: another store with a history of its own is refused, a copy of the whole store is not', async () => {
    const [other, copied] = [await temporaryFolder(), copy];
    await release(root, '1.0.0');
    await shareStore(root, database.url);
    await release(other, '2.0.0');
    await release(other, '2.1.0');
    await assert.rejects(
      shareStore(other, database.url),
      new RegExp(`revision 1, which \\S+@${hostname()} shared from another store`),
    );
    const { rows } = await pool.query('select distinct version from release_files');
    assert.deepEqual(rows, [{ version: '1.0.0' }]);
    await cp(root, copied, { recursive: true });
    await release(copied, '1.1.0');
    assert.equal(await shareStore(copied, database.url), 2);
  });

  test('shared store: a pruned version leaves the database, and a server cannot write to it', async () => {
    await release(root, '1.0.0');
    await shareStore(root, database.url);
    await release(root, '1.1.0');
    await release(root, '1.2.0');
    await rm(join(root, 'casino/1.0.0'), { recursive: true });
    await shareStore(root, database.url);
    const { rows } = await pool.query('select distinct version from release_files order by 1');
    assert.deepEqual(rows, [{ version: '1.1.0' }, { version: '1.2.0' }]);
    for (const statement of ['delete from release_files', "update release_documents set document = '{}'"])
      await assert.rejects(pool.query(statement), { code: '42501' });
  });

  test('shared store: rows changed by hand name a folder outside or a file in a file, or the document cannot be written, no file is left', async () => {
    await release(root, '1.0.0');
    await shareStore(root, database.url);
    await mkdir(join(copy, 'remotes.json'));
    await assert.rejects(copySharedStore(pool, copy, 0));
    assert.deepEqual(
      (await readdir(copy)).filter((name) => name.includes('draft')),
      [],
    );
    const inside = join(copy, 'store');
    await owner.query("insert into release_files values ('casino', '1.0.0', 'description.json/x', '')");
    await assert.rejects(copySharedStore(pool, inside, 0));
    assert.deepEqual(await readdir(join(inside, 'casino')), [], 'an incomplete version');
    await owner.query("update release_files set remote = '../outside'");
    await owner.query(
      'update release_documents set document = replace(document, \'"casino"\', \'"../outside"\')',
    );
    await assert.rejects(copySharedStore(pool, inside, 0), /"\.\.\/outside 1\.0\.0", which is not a folder/);
    assert.deepEqual((await readdir(copy)).includes('outside'), false);
  });
});
