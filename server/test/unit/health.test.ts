import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { fileURLToPath } from 'node:url';
import fastify from 'fastify';
import pg from 'pg';
import { Registry } from 'prom-client';
import type { Config } from '../../src/config/config';
import { createPool, type Pool } from '../../src/database/pool';
import { prepareDatabase } from '../../src/database/prepare-database';
import { refuseOldServer } from '../../src/database/server-version';
import { answerError } from '../../src/http/error-handler';
import { certificatePlaces, watchCertificates } from '../../src/observability/certificates';
import { addHealthChecks } from '../../src/observability/health';
import { checkDatabase, checkOtherLogins } from '../../src/operator/doctor-databases';

/** The key and the self-signed certificate of `localhost`, which was valid on the first day of 2024 only. */
const EXPIRED = readFileSync(new URL('expired-certificate.pem', import.meta.url));

test('readiness: /readyz is 503 and /healthz 200 if the database is silent', async () => {
  const lines: string[] = [];
  const app = fastify({ logger: { stream: { write: (line: string) => lines.push(line) } } });
  const unreachable = { query: () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.9:5432')) };
  app.setErrorHandler(answerError);
  addHealthChecks(app, unreachable as unknown as Pool, () => true);
  const { statusCode, body } = await app.inject('/readyz');
  assert.equal(statusCode, 503);
  assert.doesNotMatch(body, /ECONNREFUSED/);
  assert.match(lines.join(''), /ECONNREFUSED 10\.0\.0\.9:5432/);
  assert.equal((await app.inject('/healthz')).statusCode, 200);
  await app.close();
});

test('readiness: concurrent requests share one database query, and a later one gets its own', async () => {
  const asked: (() => void)[] = [];
  const slow = { query: () => new Promise<void>((resolve) => asked.push(resolve)) };
  const app = fastify();
  let arrived = 0;
  app.addHook('preHandler', async () => void (arrived += 1));
  addHealthChecks(app, slow as unknown as Pool, () => true);
  const CALLS = 40;
  for (const round of [1, 2]) {
    const answers = Array.from({ length: CALLS }, () => app.inject('/readyz'));
    while (arrived < round * CALLS || asked.length < round) await nextTurn();
    for (const answer of asked) answer();
    for (const { statusCode } of await Promise.all(answers)) assert.equal(statusCode, 200);
    assert.equal(asked.length, round);
  }
  await app.close();
});

test('database errors: calls answer 503 however the network reports the loss', async (t) => {
  for (const url of [
    'postgresql://palier@localhost:1/palier',
    'postgresql://palier@database.invalid/palier',
    'postgresql://palier@/palier?host=/nowhere',
  ]) {
    const pool = createPool(url);
    const app = fastify();
    t.after(() => Promise.all([app.close(), pool.end()]));
    app.setErrorHandler(answerError);
    app.get('/', () => pool.query('select 1'));
    assert.equal((await app.inject('/')).statusCode, 503, url);
  }
});

test('database errors: a call whose connection is lost with EHOSTUNREACH answers 503', async (t) => {
  const app = fastify();
  t.after(() => app.close());
  app.setErrorHandler(answerError);
  app.get('/', () => {
    throw Object.assign(new Error('read EHOSTUNREACH'), { code: 'EHOSTUNREACH', syscall: 'read' });
  });
  assert.equal((await app.inject('/')).statusCode, 503);
});

test('database errors: calls answer 503 for a bad certificate that the start names', async (t) => {
  let hasCertificate = true;
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    // PostgreSQL's answer to a request for TLS.
    socket.once('data', () => {
      socket.write(hasCertificate ? 'S' : 'N');
      if (hasCertificate)
        new TLSSocket(socket, { isServer: true, key: EXPIRED, cert: EXPIRED }).on('error', () => undefined);
    });
  }).listen(0);
  const { port } = server.address() as AddressInfo;
  const url = `postgresql://palier@localhost:${port}/palier?sslmode=verify-full`;
  const pool = createPool(url);
  const app = fastify();
  t.after(async () => {
    await Promise.all([app.close(), pool.end()]);
    server.close();
  });
  app.setErrorHandler(answerError);
  app.get('/', () => pool.query('select 1'));
  for (const expected of [/certificate.*refused \(certificate has expired\)/, /certificate.*refused .*SSL/]) {
    assert.equal((await app.inject('/')).statusCode, 503, String(expected));
    await assert.rejects(prepareDatabase(url, {}), expected);
    hasCertificate = false;
  }
});

test('server version: the start names a PostgreSQL version that is older than required', async () => {
  const answering = (version: string) =>
    refuseOldServer({ query: () => Promise.resolve({ rows: [{ server_version: version }] }) } as never);
  await assert.rejects(
    answering('15.13 (Debian 15.13-0+deb12u1)'),
    /PostgreSQL 15\.13 .* version 16 or later/,
  );
  await answering('18.4');
  await answering('19beta1');
});

test('doctor: it names a PostgreSQL version that is older than required, for either login', async (t) => {
  const url = 'postgresql://palier@127.0.0.1/palier';
  t.mock.method(pg.Pool.prototype, 'query', () =>
    Promise.resolve({ rows: [{ server_version: '15.13 (Debian 15.13-0+deb12u1)' }] }),
  );
  const wrong: string[] = [];
  const report = {
    ok: assert.fail,
    hint: assert.fail,
    silent: assert.fail,
    wrong: (text: string) => wrong.push(text),
  };
  await checkOtherLogins({ OWNER_DATABASE_URL: url } as Config, report);
  await checkDatabase({ DATABASE_URL: url } as Config, report);
  assert.equal(wrong.length, 2);
  for (const sentence of wrong) assert.match(sentence, /PostgreSQL 15\.13 .* version 16 or later/);
});

test('certificates: a place that accepts the connection and stays silent is a warning', async (t) => {
  const silent = createServer((socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const places = ['https', 'postgresql', 'tls'].map((scheme) => `${scheme}://127.0.0.1:${port}`);
  const warned: unknown[] = [];
  const stop = watchCertificates(
    new Registry(),
    places,
    { warn: ({ place }: { place: string }) => void warned.push(place) } as Parameters<
      typeof watchCertificates
    >[2],
    50,
  );
  t.after(() => (stop(), silent.close()));
  while (warned.length < places.length) await nextTurn();
  await nextTurn();
  assert.deepEqual(warned.sort(), places.sort());
});

test('certificates: the gauge is the time of the expiry of a certificate in a file', async (t) => {
  const registry = new Registry();
  const place = fileURLToPath(new URL('expired-certificate.pem', import.meta.url));
  const failures: unknown[] = [];
  const stop = watchCertificates(registry, [place], {
    warn: (failure: unknown) => void failures.push(failure),
  });
  t.after(stop);
  const readGauge = async () =>
    (await registry.getSingleMetric('palier_certificate_expiry_timestamp_seconds')!.get()).values;
  while ((await readGauge()).length === 0 && failures.length === 0) await nextTurn();
  assert.deepEqual(failures, []);
  const value = Date.parse(new X509Certificate(EXPIRED).validTo) / 1_000;
  assert.deepEqual(await readGauge(), [{ labels: { place }, value }]);
});

test('certificates: each encrypted host of the database address is a place without the login', () => {
  const places = (mode: string) =>
    certificatePlaces({
      DATABASE_URL: `postgresql://palier_app:secret@one:5432,two:5433/palier?sslmode=${mode}`,
      NATS_URL: undefined,
      CERTIFICATES: [],
    });
  assert.deepEqual(places('verify-full'), ['postgresql://one:5432', 'postgresql://two:5433']);
  assert.deepEqual(places('disable'), []);
});
