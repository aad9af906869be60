import assert from 'node:assert/strict';
import { appendFile, chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { childrenOf } from '@palier/faults/actors/postgres';
import { untilTrue } from '@palier/faults/wait-until';
import { linkLibraries } from './embedded-package';
import { embeddedSettings } from './embedded-settings';
import { startEmbeddedPostgres } from './embedded';
import { commandOf } from '../process/process-command';

const asked = async (url: string, text: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
};

test('When PostgreSQL does not stop in time, then it is ended at once, and has kept what it acknowledged', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'palier-embedded-'));
  await chmod(folder, 0o755);
  const stuck = await startEmbeddedPostgres({ dataDir: folder, stopLimitMs: 500 });
  await asked(stuck.url, 'create table kept as select 7 as number');
  // Without its checkpointer it cannot come to the end of an orderly stop.
  const [pid] = (await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const checkpointer = childrenOf(Number(pid)).find((child) => commandOf(child)?.includes('checkpointer'));
  process.kill(checkpointer!, 'SIGSTOP');
  await stuck.stop();

  const again = await startEmbeddedPostgres({ dataDir: folder });
  assert.deepEqual(await asked(again.url, 'select number from kept'), [{ number: 7 }]);
  await again.stop();
  await rm(folder, { recursive: true, force: true });
});

test('When a first start is cut short while it makes the database, then the next one makes it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'palier-embedded-'));
  await chmod(folder, 0o755);
  const before = new Set(childrenOf(process.pid));
  const start = startEmbeddedPostgres({ dataDir: folder }).then(
    () => 'started',
    (error: unknown) => String(error),
  );
  // Half-way: settings and version are there, the tables are not.
  const isBegun = async (): Promise<boolean> =>
    (await readdir(folder, { recursive: true })).some((file) => file.endsWith('postgresql.auto.conf'));
  while (!(await isBegun())) await wait(2);
  for (const child of childrenOf(process.pid).filter((pid) => !before.has(pid)))
    process.kill(child, 'SIGKILL');
  assert.match(await start, /ne démarre pas/);

  const again = await startEmbeddedPostgres({ dataDir: folder });
  assert.deepEqual(await asked(again.url, 'select 7 as number'), [{ number: 7 }]);
  await again.stop();
  await rm(folder, { recursive: true, force: true });
});

test('When somebody turns the safety off in the data folder, then PostgreSQL runs safe all the same', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'palier-embedded-'));
  await chmod(folder, 0o755);
  const first = await startEmbeddedPostgres({ dataDir: folder });
  await first.stop();
  const unsafe = '\nfsync = off\nfull_page_writes = off\nsynchronous_commit = off\nshared_buffers = 16MB\n';
  await appendFile(path.join(folder, 'postgres/postgresql.conf'), unsafe);

  const again = await startEmbeddedPostgres({ dataDir: folder });
  const settings = await asked(
    again.url,
    `select name, current_setting(name) as value from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'shared_buffers') order by name`,
  );
  await again.stop();
  await rm(folder, { recursive: true, force: true });
  assert.deepEqual(settings, [
    { name: 'fsync', value: 'on' },
    { name: 'full_page_writes', value: 'on' },
    { name: 'shared_buffers', value: embeddedSettings().shared_buffers },
    { name: 'synchronous_commit', value: 'on' },
  ]);
});

test('When PostgreSQL has something to say, then it is told, with the time in UTC wherever the machine stands', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'palier-embedded-'));
  await chmod(folder, 0o755);
  const { TZ } = process.env;
  t.after(() => (TZ === undefined ? delete process.env.TZ : (process.env.TZ = TZ)));
  process.env.TZ = 'Asia/Tokyo';
  let said = '';
  const cluster = await startEmbeddedPostgres({ dataDir: folder, onLog: (text) => (said += text) });
  await assert.rejects(asked(cluster.url, 'select 1 / 0'), { code: '22012' });
  await cluster.stop();
  const isTold = (): boolean => / UTC \[\d+\] ERROR: +division by zero/.test(said);
  // Its line may be read a moment after its end.
  await untilTrue(isTold, 5_000);
  await rm(folder, { recursive: true, force: true });
  assert.ok(isTold(), said);
});

test('When PostgreSQL is made, then it sorts and folds by rules of its own, since machines differ in theirs', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'palier-embedded-'));
  await chmod(folder, 0o755);
  const cluster = await startEmbeddedPostgres({ dataDir: folder });
  const rules = await asked(
    cluster.url,
    "select datlocprovider, datlocale, datcollate, datctype, lower('É') from pg_database where datname = 'palier'",
  );
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
  assert.deepEqual(rules, [
    { datlocprovider: 'b', datlocale: 'C.UTF-8', datcollate: 'C', datctype: 'C', lower: 'é' },
  ]);
});

test('When npm ran no install script, then the libraries get the names that PostgreSQL asks for, once', async (t) => {
  const home = await mkdtemp(path.join(tmpdir(), 'palier-libraries-'));
  t.after(() => rm(home, { recursive: true }));
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

test('When a machine is small or large, then the buffers are a quarter of its memory within their bounds', () => {
  const buffers = [0.25, 1, 24].map((gigabytes) => embeddedSettings(gigabytes * 1024 ** 3).shared_buffers);
  assert.deepEqual(buffers, ['128MB', '256MB', '512MB']);
});
