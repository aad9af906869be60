import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import fastify from 'fastify';
import type { App } from '../../src/http/app-type';
import { ConfigurationError, readConfig } from '../../src/config/config';
import { createPool, type Pool } from '../../src/database/pool';
import { answerError } from '../../src/http/error-handler';
import { addMetrics } from '../../src/observability/metrics';
import { program } from '@palier/scripts/process/program';
import { openRawClient, openStomp, subscribeFrame } from '@palier/faults/actors/stomp-client';
import { startTestServer, type TestServer } from './start-test-server';

const DATA_DIR = mkdtempSync(path.join(tmpdir(), 'palier-config-'));
after(() => rm(DATA_DIR, { recursive: true }));
const FIRST_STARTS = program('server/test/process/read-secrets.program.ts');
const LEAST = {
  DATABASE_URL: 'postgresql://palier@127.0.0.1/palier',
  PROVIDER_AGENT_TOKEN: 'a-token-of-ours',
  PROVIDER_SECRET: 'a-secret-of-ours',
};
const faultsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig({ ...LEAST, DATA_DIR, ...environment });
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigurationError);
    return error.faults;
  }
};

describe('configuration', () => {
  test('configuration: several settings are wrong, each is named at once', () => {
    const wrong = {
      PORT: '99999',
      RATE_LIMIT: '-1',
      TRUST_PROXY: 'loopback, 10.0.0.999',
      NATS_URL: 'http://x',
      PROVIDER_URL: 'games.test:3001/gold_api',
      ALLOWED_IMAGE_ORIGINS: 'https://images.test/banners',
      CORS_ORIGINS: 'https://a.example,*',
    };
    const faults = faultsOf(wrong);
    for (const name of Object.keys(wrong))
      assert.equal(faults.filter((fault) => fault.startsWith(name)).length, 1, `${name}: ${faults.join()}`);
  });

  test('configuration: a time zone given as an offset is refused', (context) => {
    context.mock.method(Intl, 'DateTimeFormat', function () {});
    assert.deepEqual(faultsOf({ TIME_ZONE: 'Africa/Tunis' }), []);
    assert.match(faultsOf({ TIME_ZONE: '+01:00' }).join(), /^TIME_ZONE /);
  });

  test('configuration: an address with an unencoded password or role options is named; an encoded one and a socket path are accepted', () => {
    for (const address of ['postgresql://palier:pa/ss@db/palier', 'postgresql://palier:pa#ss@db/palier'])
      assert.match(faultsOf({ DATABASE_URL: address }).join(), /^DATABASE_URL .*%2F/);
    for (const address of ['nats://palier:pa/ss@a:4222', 'nats://a:4222,nats://b:99999', 'nats://a,http://b'])
      assert.match(faultsOf({ NATS_URL: address }).join(), /^NATS_URL /);
    assert.match(
      faultsOf({ DATABASE_URL: 'postgresql://palier@db/palier?sslmode=disable&options=-c%20a=b' }).join(),
      /^DATABASE_URL .*options/,
    );
    const good = {
      DATABASE_URL: 'postgresql://palier@/palier?host=/var/run/postgresql',
      NATS_URL: 'nats://palier:pa%2Fss@a:4222,tls://b',
    };
    assert.deepEqual(faultsOf(good), []);
  });

  test('configuration: a missing certificate file is named', () => {
    const address = 'postgresql://palier@db/palier?sslmode=verify-full&sslrootcert=/nowhere/ca.pem';
    assert.match(faultsOf({ DATABASE_URL: address }).join(), /^DATABASE_URL .*\/nowhere\/ca\.pem/);
  });

  test('configuration: a secret file is read; a secret given twice or unreadable is refused', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'palier-secrets-'));
    const file = path.join(folder, 'jwt');
    await writeFile(file, `${'j'.repeat(40)}\n`);
    assert.equal(readConfig({ ...LEAST, JWT_SECRET_FILE: file }).JWT_SECRET, 'j'.repeat(40));
    assert.match(faultsOf({ JWT_SECRET_FILE: file, JWT_SECRET: 'k'.repeat(40) })[0] ?? '', /both set/);
    assert.match(faultsOf({ JWT_SECRET_FILE: path.join(folder, 'none') })[0] ?? '', /cannot be read/);
    await rm(folder, { recursive: true });
  });

  test('configuration: processes start at once on new data folders, all have the same secret', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'palier-first-starts-'));
    const startAt = String(Date.now() + 3_000);
    const said = await Promise.all(
      Array.from({ length: 3 }, () =>
        promisify(execFile)(process.execPath, [...FIRST_STARTS, folder, startAt], {
          env: { ...process.env, ...LEAST },
        }),
      ),
    );
    const secrets = said.map(({ stdout }) => JSON.parse(stdout) as string[]);
    assert.deepEqual(secrets[1], secrets[0]);
    assert.deepEqual(secrets[2], secrets[0]);
    assert.ok(secrets[0]?.every((secret) => secret.length === 64));
    await rm(folder, { recursive: true });
  });

  test('configuration: a missing secret in production is refused', () => {
    assert.match(faultsOf({ NODE_ENV: 'production' })[0] ?? '', /^JWT_SECRET/);
  });
});

describe('server with a rate limit and a metrics token', () => {
  let server: TestServer;
  before(
    async () =>
      (server = await startTestServer({ RATE_LIMIT: '20', METRICS_TOKEN: 'a-token-for-prometheus' })),
  );
  after(() => server.stop());

  test('rate limit: a session floods, only it gets 429 and Retry-After; callbacks are not counted', async () => {
    const flooder = (await server.login('admin')).accessToken;
    const owner = (await server.login('superadmin')).accessToken;
    const flood = [];
    for (let call = 0; call < 60; call += 1)
      flood.push(
        await server.app.inject({ url: '/api/v1/user/me', headers: { authorization: `Bearer ${flooder}` } }),
      );
    const refused = flood.filter(({ statusCode }) => statusCode === 429);
    assert.equal(refused.length, 40);
    assert.ok(Number(refused[0]?.headers['retry-after']) >= 1);
    assert.equal(typeof refused[0]?.json<{ errors: string[] }>().errors[0], 'string');
    assert.notEqual((await server.call('GET', '/user/me', owner)).status, 429);
    const callbacks = await Promise.all(
      Array.from({ length: 300 }, () => server.wallet({ method: 'user_balance', user_code: 'nobody' })),
    );
    assert.ok(callbacks.every(({ msg }) => msg === 'INVALID_USER'));
  });

  test('metrics: only the bearer of the token gets them', async () => {
    const read = async (authorization?: string) =>
      server.app.inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } });
    assert.equal((await read()).statusCode, 404);
    assert.equal((await read('Bearer another')).statusCode, 404);
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
  let server: TestServer;
  before(async () => (server = await startTestServer({ TRUST_PROXY: '1' })));
  after(() => server.stop());

  test('metrics: without a token, callers through a proxy get 404', async () => {
    assert.equal((await server.app.inject('/metrics')).statusCode, 200);
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    assert.equal((await server.app.inject({ url: '/metrics', headers })).statusCode, 404);
  });
  test('database connection: a lost machine is noticed within a minute', async () => {
    const { rows } = await server.pool.query<{ seconds: number }>(
      `select current_setting('tcp_keepalives_idle')::int
            + current_setting('tcp_keepalives_interval')::int * current_setting('tcp_keepalives_count')::int as seconds`,
    );
    assert.equal(rows[0]?.seconds, 60);
  });
  test('database errors: the database refuses connections, calls answer 503 until it accepts them', async () => {
    const letIn = (isOpen: boolean) =>
      `update pg_database set datallowconn = ${isOpen} where datname = current_database()`;
    const owner = await server.owner.connect();
    await owner.query(`${letIn(false)}; select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    try {
      const login = () => server.call('POST', '/auth/login', undefined, { username: 'x', password: 'y' });
      // Each closed connection of the pool fails once.
      for (let lines = 0; lines < 3; lines += 1) assert.equal((await login()).status, 503);
      await owner.query(letIn(true));
      assert.equal((await login()).status, 401);
    } finally {
      await owner.query(letIn(true));
      owner.release();
    }
  });
  test('database errors: the database is read-only, a write answers 503', async (t) => {
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

test('metrics: the database does not answer, the process metrics are served without the ledger’s', async (t) => {
  const pool = { query: () => new Promise(() => undefined), totalCount: 16, idleCount: 0, waitingCount: 7 };
  const app = fastify() as unknown as App;
  t.after(() => app.close());
  addMetrics(app, pool as unknown as Pool, undefined);
  const { body } = await app.inject('/metrics');
  assert.match(body, /palier_database_connections\{state="waiting"\} 7/);
  assert.match(body, /palier_rounds_open Nan/);
});

describe('graceful shutdown', () => {
  /** Stops the server and resolves once it has logged `words`. */
  async function stopUntilSaid(
    context: TestContext,
    { app, stop }: TestServer,
    words: string,
  ): Promise<{ stopped: Promise<void> }> {
    let stopped = Promise.resolve();
    await new Promise<void>((resolve) => {
      context.mock.method(app.log, 'info', (...said: unknown[]) => {
        if (String(said.at(-1)).startsWith(words)) resolve();
      });
      stopped = stop();
    });
    return { stopped };
  }

  test('graceful shutdown: a callback arrives after the stop, it gets 503 and INTERNAL_ERROR, which providers repeat', async (context) => {
    const server = await startTestServer();
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.app.server.address() as AddressInfo;
    const taken: Socket[] = [];
    server.app.server.on('connection', (socket) => taken.push(socket));
    const lines = ['/gold_api', '/gold_api/game_callback', '/gold_api/flat'].map((address) => {
      const line = connect(port, '127.0.0.1');
      // Begun before the stop, so the connection is not closed as idle.
      line.write(`POST ${address} HTTP/1.1\r\n`);
      const heard = new Promise<string>((resolve) => {
        let text = '';
        line.on('data', (chunk: Buffer) => (text += chunk.toString()));
        line.once('close', () => resolve(text));
      });
      return { line, heard };
    });
    while (taken.filter(({ bytesRead }) => bytesRead > 0).length < lines.length) await wait(10);
    const { stopped } = await stopUntilSaid(context, server, 'stopping');
    for (const { line } of lines)
      line.write('host: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}');
    for (const { heard } of lines) {
      const answer = await heard;
      assert.match(answer, /^HTTP\/1\.1 503 /);
      assert.match(answer, /"status":0,"user_balance":0,"msg":"INTERNAL_ERROR"/);
    }
    await stopped;
  });
  test('graceful shutdown: during the delay no socket is accepted and open ones stay', async (context) => {
    const server = await startTestServer({ STOP_DELAY_S: '2' });
    const url = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { accessToken } = await server.login('client');
    const standing = await openStomp(url, accessToken);
    const { stopped } = await stopUntilSaid(context, server, 'leaving');
    try {
      await assert.rejects(openRawClient(url), /503/);
      standing.send(subscribeFrame('c', '/topic/jackpot/counters', 'receipt:still\n'));
      await standing.waitForFrame('RECEIPT');
    } finally {
      await stopped;
    }
  });
});
