import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { type EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findProgram } from '@palier/base/process/find-program';
import fastify from 'fastify';
import { untilTrue } from '@palier/test-support/wait-until';
import { isDatabaseUnreachable } from '../../src/database/database-errors';
import { createPool, inTransaction, type Pool } from '../../src/database/pool';
import { type App } from '../../src/http/app-type';
import { answerError } from '../../src/http/error-handler';
import { addHealthChecks } from '../../src/observability/health';
import { addMetrics } from '../../src/observability/metrics';
import { readValue } from '../database';
import { useTestServer } from './start-test-server';

describe('server with a rate limit and a metrics token', () => {
  const server = useTestServer({ RATE_LIMIT: '20', METRICS_TOKEN: 'a-token-for-prometheus' });

  test('metrics: only the bearer of the token gets them, and callbacks do not count as calls', async () => {
    const callbacks = await Promise.all(
      Array.from({ length: 300 }, () => server.wallet({ method: 'user_balance', user_code: 'nobody' })),
    );
    assert.ok(callbacks.every(({ msg }) => msg === 'INVALID_USER'));
    const read = async (authorization?: string) =>
      server.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });
    assert.equal((await read()).statusCode, 404);
    assert.equal((await read('Bearer another')).statusCode, 404);
    // On a slow machine the first read of the database's figures comes too late for the first answer,
    // which then has their names in HELP lines and no values.
    const areFiguresRead = async (): Promise<boolean> =>
      /^palier_rounds_disputed \d/m.test((await read('Bearer a-token-for-prometheus')).body);
    assert.ok(await untilTrue(areFiguresRead));
    const answer = await read('Bearer a-token-for-prometheus');
    assert.equal(answer.statusCode, 200);
    for (const name of [
      'palier_http_request_duration_seconds_count',
      'palier_ledger_batch_movements',
      'palier_database_connections{state="waiting"}',
      'palier_password_checks{state="waiting"}',
      'palier_sockets',
      'palier_jackpot_wins_undelivered',
      'palier_rounds_open',
      'palier_rounds_disputed 0',
      'palier_wallet_answers_total{answer="INVALID_USER"} 300',
      'nodejs_eventloop_lag_seconds',
    ])
      assert.ok(answer.body.includes(name), name);
    assert.doesNotMatch(answer.body, /^palier_.* Nan$/m);
  });
});

describe('server without a metrics token', () => {
  const server = useTestServer({ TRUST_PROXY: '1' });

  test('metrics: callers through a proxy get 404 if no token is configured', async () => {
    assert.equal((await server.app.inject('/metrics')).statusCode, 200);
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    assert.equal((await server.app.inject({ url: '/metrics', headers })).statusCode, 404);
  });
  test('database connection: a lost machine is noticed within a minute', async () => {
    const seconds = await readValue(
      server.pool,
      `select current_setting('tcp_keepalives_idle')::int
            + current_setting('tcp_keepalives_interval')::int * current_setting('tcp_keepalives_count')::int`,
    );
    assert.equal(seconds, 60);
  });
  test('database errors: calls answer 503 until the database accepts connections again', async () => {
    const letIn = (isOpen: boolean) =>
      `update pg_database set datallowconn = ${isOpen} where datname = current_database()`;
    const owner = await server.owner.connect();
    await owner.query(`${letIn(false)}; select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    try {
      const login = () => server.call('POST', '/auth/login', undefined, { username: 'x', password: 'y' });
      // Each closed connection of the pool fails once.
      for (let lines = 0; lines < 3; lines += 1) assert.equal((await login()).status, 503);
      const callback = await server.wallet({ method: 'user_balance', user_code: 'u1' });
      assert.equal(callback.msg, 'INTERNAL_ERROR');
      await owner.query(letIn(true));
      assert.equal((await login()).status, 401);
    } finally {
      await owner.query(letIn(true));
      owner.release();
    }
  });
  test('transaction: the error is "unreachable" if the connection ends between two statements', async () => {
    await assert.rejects(
      inTransaction(server.pool, async (client) => {
        const ended = new Promise((resolve) => (client as unknown as EventEmitter).once('end', resolve));
        const pid = await readValue(client, 'select pg_backend_pid()');
        await server.owner.query('select pg_terminate_backend($1)', [pid]);
        await ended;
        await client.query('select');
      }),
      isDatabaseUnreachable,
    );
  });
  // The limit on temporary files refuses the probe's write as a full disk does; `npm run drill -- disk-full`
  // fills a real disk.
  for (const [state, setting] of [
    ['is read-only', 'default_transaction_read_only = on'],
    ['has no space', 'temp_file_limit = 0'],
  ] as const)
    test(`readiness: /readyz is 503 while the database ${state}, until money can move again`, async () => {
      const readyz = async () => (await server.app.inject('/readyz')).statusCode;
      const name = await readValue<string>(server.owner, 'select current_database()');
      const alter = async (change: string) => {
        await server.owner.query(`alter role ${name}_app in database ${name} ${change}`);
        await server.owner.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1',
          [`${name}_app`],
        );
      };
      assert.equal(await readyz(), 200);
      await alter(`set ${setting}`);
      for (let tries = 0; tries < 20; tries += 1) assert.equal(await readyz(), 503);
      await alter(`reset ${setting.split(' ')[0]}`);
      for (let tries = 0; tries < 100 && (await readyz()) !== 200; tries += 1);
      assert.equal(await readyz(), 200);
    });
  test('readiness: /readyz logs a transaction that commits, and refuses a read-only one', async (t) => {
    const client = await server.pool.connect();
    const app = fastify();
    t.after(() => (client.release(true), app.close()));
    app.setErrorHandler(answerError);
    addHealthChecks(app, client as unknown as Pool, () => true);
    await client.query('begin');
    assert.equal((await app.inject('/readyz')).statusCode, 200);
    // The commit of a transaction with a number is written to the log and awaits the synchronous standby.
    assert.ok(await readValue(client, 'select pg_current_xact_id_if_assigned() is not null'));
    await client.query('rollback; set default_transaction_read_only = on');
    assert.equal((await app.inject('/readyz')).statusCode, 503);
  });
  test('database errors: a write answers 503 while the database is read-only', async (t) => {
    const url = new URL(server.owner.options.connectionString ?? '');
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    const pool = createPool(url.href, { asOwner: true });
    const app = fastify();
    t.after(() => Promise.all([app.close(), pool.end()]));
    app.setErrorHandler(answerError);
    app.get('/', () => pool.query('delete from remote_failures'));
    assert.equal((await app.inject('/')).statusCode, 503);
  });
});

test('metrics: the process metrics are served while the database is silent', async (t) => {
  const pool = { query: () => new Promise(() => undefined), totalCount: 16, idleCount: 0, waitingCount: 7 };
  const app = fastify() as unknown as App;
  t.after(() => app.close());
  addMetrics(app, pool as unknown as Pool, undefined);
  const { body } = await app.inject('/metrics');
  assert.match(body, /palier_database_connections\{state="waiting"\} 7/);
  assert.match(body, /palier_rounds_open Nan/);
});

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const PROMETHEUS = path.join(ROOT, 'deploy/prometheus');
const RULES = path.join(PROMETHEUS, 'rules.yml');
const DASHBOARD = path.join(ROOT, 'deploy/grafana/dashboards/palier.json');
const promtool = findProgram('promtool', 'PROMTOOL');

const server = useTestServer();

test('alerts and dashboard: every metric that they read is one of the server', async () => {
  const { body } = await server.app.inject('/metrics');
  const served = new Set(body.match(/(?<=^# TYPE )\w+/gm));
  // Served only with NATS_URL.
  served.add('palier_nats_connected');
  for (const file of [RULES, DASHBOARD]) {
    const read = (await readFile(file, 'utf8')).match(/\b(palier|nodejs|process)_\w+/g) ?? [];
    const missing = read.filter(
      (name) => !served.has(name) && !served.has(name.replace(/_(bucket|count|sum)$/, '')),
    );
    assert.ok(read.length > 0);
    assert.deepEqual(missing, [], file);
  }
});

test('alerts: each alert has an entry in the runbook', async () => {
  const runbook = await readFile(path.join(ROOT, 'docs/runbook.md'), 'utf8');
  for (const [name] of (await readFile(RULES, 'utf8')).matchAll(/(?<=alert: )\w+/g))
    assert.match(runbook, new RegExp(`^#+ .*\\b${name}\\b`, 'm'));
});

test(
  'alerts: each alert fires at its fault, and none in an hour without faults (promtool)',
  { skip: promtool === null && 'promtool is not installed (apt install prometheus)' },
  async () => {
    await promisify(execFile)(promtool!, ['check', 'config', '--syntax-only', 'prometheus.yml'], {
      cwd: PROMETHEUS,
    });
    await promisify(execFile)(promtool!, ['test', 'rules', 'rules.test.yml'], { cwd: PROMETHEUS });
  },
);
