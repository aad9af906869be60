import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, test } from 'node:test';
import { freePort } from '@palier/base/process/free-port';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { createPool } from '@palier/server/database';
import { copyStore, subtreeSaltFile } from '@palier/server/remotes';
import type { Registry } from '@palier/shared/contracts/releases';
import { startServerProcess } from '@palier/test-support/actors/server-process';
import { untilTrue } from '@palier/test-support/wait-until';
import { runRelease } from './command';
import { rollBack } from './registry-changes';
import { changeCurrentRegistry, readSubtreeSalt } from './store';
import { activateInStore, forge, provideTestStore, writeVersion } from './testing/test-store';

const WAIT_LIMIT_MS = 120_000;
const documentOf = (folder: string): Promise<string> => readFile(join(folder, 'remotes.json'), 'utf8');

describe('copies of the release store', () => {
  const at = provideTestStore();
  /** The folder of a server. */
  let copy: string;
  beforeEach(async () => {
    copy = await temporaryFolder();
  });

  /** Adds a version with a script, its compressed form and a source map, and makes it active. */
  async function release(version: string): Promise<void> {
    const more = {
      '.source-maps/e.js.map': '{}',
      'chunks/a.0123abcd.js': `"${version}"`,
      'chunks/a.0123abcd.js.br': 'compressed',
    };
    await writeVersion(at.store, 'casino', version, { files: more });
    await activateInStore(at.store, 'casino', version);
  }

  test('A server becomes ready once it reads the store, and follows a rollback', async (context) => {
    await release('1.0.0');
    await release('1.1.0');
    await at.owner.query('alter table release_revisions rename to hidden');
    const server = startServerProcess(await freePort(), {
      DATABASE_URL: at.database.applicationUrl,
      DATA_DIR: copy,
      REMOTES_ROOT: join(copy, 'releases'),
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
    await at.owner.query('alter table hidden rename to release_revisions');
    assert.ok(await untilTrue(() => answers('/readyz', 200), WAIT_LIMIT_MS));
    assert.equal(await (await get('/remotes/casino/1.1.0/chunks/a.0123abcd.js')).text(), '"1.1.0"');

    await changeCurrentRegistry(at.store, 'x', (registry) => rollBack(registry, 'casino', null));
    const followed = async (): Promise<boolean> =>
      ((await (await get('/remotes.json')).json()) as Registry).remotes.casino?.active === '1.0.0';
    assert.ok(await untilTrue(followed, WAIT_LIMIT_MS));
  });

  test('Several processes copy the store to one folder at once, without source maps', async () => {
    assert.equal(await copyStore(at.store, copy, 0), 0);
    await release('1.0.0');
    const application = createPool(at.database.applicationUrl);
    const copies = await Promise.all(Array.from({ length: 4 }, () => copyStore(application, copy, 0)));
    await application.end();
    assert.deepEqual(copies, [1, 1, 1, 1]);
    assert.deepEqual(await readdir(join(copy, 'casino')), ['1.0.0']);
    assert.equal(await readFile(join(copy, 'casino/1.0.0/chunks/a.0123abcd.js.br'), 'utf8'), 'compressed');
    assert.equal((JSON.parse(await documentOf(copy)) as Registry).remotes.casino?.active, '1.0.0');
    assert.equal(await readFile(subtreeSaltFile(copy), 'utf8'), await readSubtreeSalt(at.store));
    assert.deepEqual((await readdir(join(copy, 'casino/1.0.0'))).sort(), [
      'chunks',
      'description.json',
      'e.js',
    ]);
  });

  test('A version that open tabs may use is copied, and a pruned one leaves the copy', async () => {
    for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0']) await release(version);
    await at.owner.query(
      "update release_versions set used_at = now() - interval '8 days' where version = '1.0.0'",
    );
    await copyStore(at.store, copy, 0);
    assert.deepEqual((await readdir(join(copy, 'casino'))).sort(), ['1.1.0', '1.2.0', '1.3.0']);
    await at.store.query("delete from release_versions where version = '1.1.0'");
    await mkdir(join(copy, 'casino/2.0.0'));
    await release('1.4.0');
    await copyStore(at.store, copy, 4);
    assert.deepEqual((await readdir(join(copy, 'casino'))).sort(), ['1.2.0', '1.3.0', '1.4.0', '2.0.0']);
  });

  test('A remote with an origin of its own is not copied to servers, and is exported', async () => {
    await release('1.0.0');
    await changeCurrentRegistry(at.store, 'origin casino https://casino.example', (registry) => ({
      ...registry,
      remotes: { casino: { ...registry.remotes.casino!, origin: 'https://casino.example' } },
    }));
    await copyStore(at.store, copy, 0);
    assert.deepEqual((await readdir(copy)).sort(), ['.store', 'remotes.json']);
    const folder = join(at.folder, 'exported');
    assert.match(await runRelease(['export', folder]), /^Revision 2 of the release store is in /);
    assert.deepEqual((await readdir(folder)).sort(), ['casino', 'remotes.json']);
    assert.equal(await readFile(join(folder, 'casino/1.0.0/chunks/a.0123abcd.js'), 'utf8'), '"1.0.0"');
  });

  test('The copy keeps the document that works when the files of a version are missing', async () => {
    await release('1.0.0');
    await copyStore(at.store, copy, 0);
    const before = await documentOf(copy);
    await release('1.1.0');
    await forge(at.owner, "delete from release_files where version = '1.1.0'");
    await assert.rejects(copyStore(at.store, copy, 1), /no files of casino 1\.1\.0/);
    assert.equal(await documentOf(copy), before);
  });

  test('A folder that cannot be written keeps its document, and no draft is left', async () => {
    await release('1.0.0');
    await copyStore(at.store, copy, 0);
    const before = await documentOf(copy);
    await release('1.1.0');
    await writeFile(join(copy, 'in-the-way'), '');
    await assert.rejects(copyStore(at.store, join(copy, 'in-the-way'), 0));
    await mkdir(join(copy, 'other/remotes.json/in-the-way'), { recursive: true });
    await assert.rejects(copyStore(at.store, join(copy, 'other'), 0));
    assert.deepEqual((await readdir(join(copy, 'other'))).sort(), ['.store', 'casino', 'remotes.json']);
    assert.equal(await documentOf(copy), before);
  });

  test('A document that names a folder outside of the copy is not copied', async () => {
    await forge(
      at.owner,
      `insert into release_revisions (revision, made_by, action, document) values (1, 'x', 'x',
         '{"revision":1,"overrideOrigins":[],
          "remotes":{"../outside":{"active":"1.0.0","previous":null,"canary":null,"versions":{}}}}')`,
    );
    await assert.rejects(copyStore(at.store, copy, 0), /is not the name of a remote|Invalid key/);
    assert.deepEqual(await readdir(copy), []);
  });
});
