import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify, { type FastifyInstance } from 'fastify';
import { acceptStrictJson } from '../../src/http/json-body';
import { loggedAddress } from '../../src/observability/logged-address';

/** Echoes bodies: `/exact` refuses inexact numbers as the API does, `/any` accepts them. */
const app: FastifyInstance = fastify();
acceptStrictJson(app);
app.post('/any', ({ body }) => ({ body: body ?? 'none' }));
void app.register(async (api) => {
  acceptStrictJson(api, { exactNumbers: true });
  api.post('/exact', ({ body }) => ({ body: body ?? 'none' }));
});

async function read(url: '/any' | '/exact', payload: string | Buffer): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const answer = await app.inject({ method: 'POST', url, headers, payload });
  return answer.statusCode === 200 ? answer.json<{ body: unknown }>().body : null;
}

test('JSON body: a number of more digits than a double holds is refused where amounts are read', async () => {
  for (const number of [
    '123456789.123456',
    '0.000000123456789012345',
    `1${'0'.repeat(300)}`,
    '123456789012345000',
    '-1.50e2',
    '0',
  ])
    assert.deepEqual(await read('/exact', `{"a":${number}}`), { a: Number(number) }, number);
  for (const number of [
    '1234567890.123456',
    '9007199254740993',
    '1234567890123456',
    '-0.001234567890123456',
    '0.1234567890123456',
    '1000000000000001e-9',
  ]) {
    assert.equal(await read('/exact', `{"a":[${number}]}`), null, number);
    assert.deepEqual(await read('/any', `{"a":${number}}`), { a: Number(number) }, number);
  }
  assert.deepEqual(await read('/exact', '{"a":"1234567890.123456\\""}'), { a: '1234567890.123456"' });
});

test('JSON body: a key that is repeated or names the prototype is refused at any depth', async () => {
  const refused = [
    '{"a":1,"a":1}',
    '[{"b":{"a":1,"\\u0061":2}}]',
    '{"__proto__":{}}',
    '[{"a":{"__proto__":1}}]',
  ];
  for (const body of refused) assert.equal(await read('/any', body), null, body);
  const taken = ['{"a":{"a":1},"b":[{"a":1}]}', '{"a":"\\":"}', '{"proto":1,"":2}'];
  for (const body of taken) assert.deepEqual(await read('/any', body), JSON.parse(body), body);
});

test('JSON body: an empty text is no body, and invalid UTF-8 and a byte order mark are refused', async () => {
  assert.equal(await read('/any', ''), 'none');
  assert.equal(await read('/any', Buffer.from([0x22, 0xff, 0x22])), null);
  assert.equal(await read('/any', '\ufeff{}'), null);
});

/** A linear pass takes milliseconds, a quadratic one minutes. */
const LIMIT_MS = 30_000;

async function msOf(work: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const ZEROS = '0'.repeat(300_000);
for (const [number, isTaken] of [
  [`1${ZEROS}1`, false],
  [`0.${ZEROS}1`, true],
  [`1${ZEROS}`, true],
] as const) {
  const verdict = isTaken ? 'accepted' : 'refused';
  test(`JSON body: a number of ${number.length} characters is ${verdict} in linear time`, async () => {
    const app = fastify();
    acceptStrictJson(app, { exactNumbers: true });
    app.post('/', async () => 'taken');
    await app.ready();
    let body = '';
    const ms = await msOf(async () => {
      const headers = { 'content-type': 'application/json' };
      body = (await app.inject({ method: 'POST', url: '/', headers, payload: `{"amount":${number}}` })).body;
    });
    assert.equal(body === 'taken', isTaken);
    assert.ok(ms < LIMIT_MS, `${ms} ms`);
    await app.close();
  });
}

test('logged URL: a long address that looks like tokens throughout is read in linear time', async () => {
  const address = `/${'eyJ'.repeat(160_000)}`;
  const ms = await msOf(() => loggedAddress(address));
  assert.ok(ms < LIMIT_MS, `${ms} ms`);
});

test('logged URL: at most the header of a token that crosses the cut is logged', () => {
  const token = `${Buffer.from('{"alg":"HS256","typ":"at+jwt"}').toString('base64url')}.claims.signature`;
  for (let before = 0; before < 300; before += 1) {
    const logged = loggedAddress(`/${'x'.repeat(before)}/${token}`);
    assert.doesNotMatch(logged, /claims|signature/);
  }
});
