import assert from 'node:assert/strict';
import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { childrenOf } from '@palier/test-support/actors/postgres';
import { untilTrue } from '@palier/test-support/wait-until';
import { linkLibraries } from './embedded-package';
import { embeddedSettings } from './embedded-settings';
import { startEmbeddedPostgres } from './embedded';
import { commandOf } from '@palier/base/process/process-command';
import { temporaryFolder } from '@palier/base/process/temporary-folder';

const query = async (url: string, text: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
};

/** The data folder of the cluster that all tests here use: creating one takes longer than most tests. */
const folder = await temporaryFolder();

test('embedded PostgreSQL: neither TZ nor postgresql.conf changes its safe settings', async (context) => {
  const { TZ } = process.env;
  context.after(() => (TZ === undefined ? delete process.env.TZ : (process.env.TZ = TZ)));
  process.env.TZ = 'Asia/Tokyo';
  let log = '';
  const first = await startEmbeddedPostgres({ dataDir: folder, onLog: (text) => (log += text) });
  assert.deepEqual(
    await query(
      first.url,
      `select datlocprovider, datlocale, datcollate, datctype, lower('É') from pg_database
        where datname = 'palier'`,
    ),
    [{ datlocprovider: 'b', datlocale: 'C.UTF-8', datcollate: 'C', datctype: 'C', lower: 'é' }],
  );
  await assert.rejects(query(first.url, 'select 1 / 0'), { code: '22012' });
  await first.stop();
  // Output may arrive after the end of the process.
  assert.ok(await untilTrue(() => / UTC \[\d+\] ERROR: +division by zero/.test(log), 5_000), log);
  const unsafe = '\nfsync = off\nfull_page_writes = off\nsynchronous_commit = off\nshared_buffers = 16MB\n';
  await appendFile(path.join(folder, 'postgres/postgresql.conf'), unsafe);

  const again = await startEmbeddedPostgres({ dataDir: folder });
  const settings = await query(
    again.url,
    `select name, current_setting(name) as value from pg_settings
      where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'shared_buffers') order by name`,
  );
  await again.stop();
  assert.deepEqual(settings, [
    { name: 'fsync', value: 'on' },
    { name: 'full_page_writes', value: 'on' },
    { name: 'shared_buffers', value: embeddedSettings().shared_buffers },
    { name: 'synchronous_commit', value: 'on' },
  ]);
});

test('embedded PostgreSQL: a server whose stop exceeds its limit keeps its commits', async () => {
  const stuck = await startEmbeddedPostgres({ dataDir: folder, stopLimitMs: 500 });
  await query(stuck.url, 'create table kept as select 7 as number');
  // Without its checkpointer an orderly stop cannot end.
  const [pid] = (await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const checkpointer = childrenOf(Number(pid)).find((child) => commandOf(child)?.includes('checkpointer'));
  process.kill(checkpointer!, 'SIGSTOP');
  await stuck.stop();

  const again = await startEmbeddedPostgres({ dataDir: folder });
  assert.deepEqual(await query(again.url, 'select number from kept'), [{ number: 7 }]);
  await again.stop();
});

test('embedded PostgreSQL: a start ends an earlier server and keeps the password file', async () => {
  const earlier = await startEmbeddedPostgres({ dataDir: folder });
  const own = await startEmbeddedPostgres({ dataDir: folder });
  await earlier.ended;
  const [pid] = (await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  await own.ended;

  const file = path.join(folder, 'postgres.password');
  const named = (error: Error): boolean => error.message.includes(file);
  const password = await readFile(file, 'utf8');
  await rm(file);
  await assert.rejects(startEmbeddedPostgres({ dataDir: folder }), named);
  await assert.rejects(readFile(file), { code: 'ENOENT' });
  await writeFile(file, 'another');
  await assert.rejects(startEmbeddedPostgres({ dataDir: folder }), named);
  await writeFile(file, password);
  await (await startEmbeddedPostgres({ dataDir: folder })).stop();
});

test('embedded PostgreSQL: the next start creates the cluster after a kill', async () => {
  const empty = await temporaryFolder();
  const before = new Set(childrenOf(process.pid));
  const start = startEmbeddedPostgres({ dataDir: empty }).then(
    () => 'started',
    (error: unknown) => String(error),
  );
  // At this point the settings exist and the tables do not.
  const isBegun = async (): Promise<boolean> =>
    (await readdir(empty, { recursive: true })).some((file) => file.endsWith('postgresql.auto.conf'));
  while (!(await isBegun())) await wait(2);
  for (const child of childrenOf(process.pid).filter((pid) => !before.has(pid)))
    process.kill(child, 'SIGKILL');
  assert.match(await start, /does not start/);

  const again = await startEmbeddedPostgres({ dataDir: empty });
  assert.deepEqual(await query(again.url, 'select 7 as number'), [{ number: 7 }]);
  await again.stop();
});

test('linkLibraries: a second call changes nothing after the links were created', async () => {
  const home = await temporaryFolder();
  await mkdir(path.join(home, 'native/lib'), { recursive: true });
  await writeFile(path.join(home, 'native/lib/libx.so.6.1'), 'x');
  const links = ['libx.so', 'libx.so.6'].map((name) => ({
    source: 'native/lib/libx.so.6.1',
    target: `native/lib/${name}`,
  }));
  await writeFile(path.join(home, 'native/pg-symlinks.json'), JSON.stringify(links));
  for (const start of [1, 2]) {
    await linkLibraries(home);
    for (const { target } of links)
      assert.equal(await readFile(path.join(home, target), 'utf8'), 'x', `start ${start}`);
  }
});

test('embeddedSettings: the buffers are a quarter of the memory, within bounds', () => {
  const buffers = [0.25, 1, 24].map((gigabytes) => embeddedSettings(gigabytes * 1024 ** 3).shared_buffers);
  assert.deepEqual(buffers, ['128MB', '256MB', '512MB']);
});
