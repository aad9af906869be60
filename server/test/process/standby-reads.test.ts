import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { startDemoDatabase } from '@palier/test-support/actors/demo-database';
import { signalPostgres } from '@palier/test-support/actors/postgres';
import { applicationUrlOf } from '@palier/test-support/test-database';
import { untilTrue } from '@palier/test-support/wait-until';
import { startEmbeddedPostgres } from '@palier/stack/postgres/embedded';
import { embeddedPackage } from '@palier/stack/postgres/embedded-package';
import { freePort } from '@palier/base/process/free-port';
import type { HistoryItem, LoginResponse, Page } from '@palier/shared/contracts';
import { createApp } from '../../src/app';
import { readConfig } from '../../src/config/config';
import { createPool, type Pool, type Queryable } from '../../src/database/pool';
import { createStandbyReader, type StandbyOutcome } from '../../src/database/standby-reads';

let folder: string;
let primary: Pool;
let standby: Pool;
/** The standby's superuser. */
let operator: pg.Client;
let environment: Record<string, string>;
const stops: (() => Promise<unknown>)[] = [];
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'palier-standby-'));
  await chmod(folder, 0o755);
  const [dataDir, copy] = [path.join(folder, 'primary'), path.join(folder, 'standby')];
  const { url, stop } = await startDemoDatabase(dataDir);
  await stop();
  // The files of a stopped server are a base backup.
  execFileSync('cp', ['-a', dataDir, copy]);
  await writeFile(path.join(copy, 'postgres/standby.signal'), '');
  await appendFile(path.join(copy, 'postgres/postgresql.auto.conf'), `primary_conninfo = '${url}'\n`);
  const first = await startEmbeddedPostgres({ dataDir, port: Number(new URL(url).port) });
  const second = await startStandby(path.join(copy, 'postgres'), url);
  environment = {
    DATABASE_URL: applicationUrlOf(url),
    STANDBY_DATABASE_URL: applicationUrlOf(second.url),
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    PROVIDER_AGENT_TOKEN: 'palier-demo-token',
    PROVIDER_SECRET: 'palier-demo-secret',
  };
  primary = createPool(applicationUrlOf(url));
  standby = createPool(applicationUrlOf(second.url), { toStandby: true });
  stops.push(
    () => standby.end(),
    () => primary.end(),
    () => operator.end(),
    second.stop,
    first.stop,
  );
});
after(async () => {
  for (const stop of stops) await stop();
  await rm(folder, { recursive: true, force: true });
});

/** Without the library, which waits for the log record of a primary. PostgreSQL refuses to run as root. */
async function startStandby(cluster: string, primaryUrl: string) {
  const url = Object.assign(new URL(primaryUrl), { port: String(await freePort()) });
  const { uid, gid } = await stat(cluster);
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories='].flatMap((one) => ['-c', one]);
  const server = spawn(
    path.join(embeddedPackage(), 'native/bin/postgres'),
    ['-D', cluster, '-p', url.port, ...settings],
    { ...(process.getuid?.() === 0 && { uid, gid }), stdio: 'ignore' },
  );
  const connect = () => {
    operator = new pg.Client(url.href);
    return operator.connect().then(
      () => true,
      () => false,
    );
  };
  assert.ok(await untilTrue(connect), 'the standby does not start');
  return { url: url.href, stop: () => (server.kill('SIGINT'), once(server, 'exit')) };
}

/** Reads once; returns whether the standby answered, and the outcome of the try. */
async function readOnce(from: Queryable = primary, replica = standby) {
  let outcome: StandbyOutcome | undefined;
  const reads = createStandbyReader(from, replica, {
    observe: (one) => (outcome = one),
    onFailure: () => undefined,
  });
  const { rows } = await reads.query<{ is_standby: boolean }>('select pg_is_in_recovery() as is_standby');
  return [rows[0]!.is_standby, outcome] as const;
}

/** The primary with other `columns` in its answer about its place in the log; other answers stay. */
const alteredPrimary = (columns: object): Queryable => ({
  query: (async (statement: string) => {
    const result = await primary.query<object>(statement);
    if ('position' in result.rows[0]!) Object.assign(result.rows[0], columns);
    return result;
  }) as Queryable['query'],
});

test('reads on a standby: a history that is read right after a movement contains it', async (t) => {
  const app = await createApp(readConfig(environment), primary);
  t.after(() => app.close());
  const call = async <Body>(method: 'GET' | 'POST', url: string, token: string, payload?: object) =>
    (
      await app.inject({
        method,
        url: `/api/v1${url}`,
        headers: { authorization: `Bearer ${token}` },
        ...(payload && { payload }),
      })
    ).json<Body>();
  const { accessToken } = await call<LoginResponse>('POST', '/auth/login', '', {
    username: 'admin',
    password: 'Admin1234',
  });
  for (let amount = 1; amount <= 8; amount += 1) {
    await call('POST', '/transactions', accessToken, { type: 'DEPOSIT', receiverUsername: 'client', amount });
    const { data } = await call<Page<HistoryItem>>(
      'GET',
      '/transactions/history/outgoing?page=0&size=1',
      accessToken,
    );
    assert.equal(data[0]!.amount, amount);
  }
  const { body } = await app.inject('/metrics');
  const used = /^palier_standby_read_wait_seconds_count\{outcome="used"\} (\d+)$/m.exec(body);
  assert.ok(Number(used?.[1]) >= 4, body);
});

test('reads on a standby: the primary answers if the standby has not replayed the last commit', async () => {
  await operator.query('select pg_wal_replay_pause()');
  await primary.query("select pg_logical_emit_message(true, 'test', '')");
  assert.deepEqual(await readOnce(), [false, 'late']);
  await operator.query('select pg_wal_replay_resume()');
  assert.ok(await untilTrue(async () => (await readOnce())[0]));
});

test('reads on a standby: one call waits for a frozen standby, and the primary answers all', async () => {
  const outcomes: StandbyOutcome[] = [];
  const failures: unknown[] = [];
  const reads = createStandbyReader(primary, standby, {
    observe: (outcome) => outcomes.push(outcome),
    onFailure: (error) => failures.push(error),
  });
  const cluster = { folder: path.join(folder, 'standby') };
  await reads.query('select');
  await signalPostgres(cluster, 'SIGSTOP');
  try {
    for (let count = 0; count < 10; count += 1) await reads.query('select');
  } finally {
    await signalPostgres(cluster, 'SIGCONT');
  }
  assert.deepEqual([outcomes, failures.length], [['used', 'failed'], 1]);
  assert.ok(await untilTrue(async () => (await reads.query('select'), outcomes.at(-1) === 'used')));
});

test('reads on a standby: the primary answers if the address leads to no standby of it', async () => {
  assert.deepEqual(await readOnce(primary, primary), [false, 'failed']);
  assert.deepEqual(await readOnce(alteredPrimary({ system: 1n })), [false, 'failed']);
  assert.deepEqual(await readOnce(alteredPrimary({ position: '1' })), [false, 'failed']);
});

test('reads on a standby: the primary answers if the standby was promoted', async () => {
  assert.deepEqual(await readOnce(), [true, 'used']);
  await operator.query('select pg_promote()');
  assert.deepEqual((await readOnce())[1], 'failed');
});
