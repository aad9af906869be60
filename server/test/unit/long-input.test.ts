import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { acceptStrictJson } from '../../src/http/json-body';
import { loggedAddress } from '../../src/observability/logged-address';

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
  test(`JSON body: ${number.slice(0, 22)} in ${number.length} characters is ${isTaken ? 'accepted' : 'refused'} in linear time`, async () => {
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

test('logged URL: a token crosses the cut, at most its header is logged', () => {
  const token = `${Buffer.from('{"alg":"HS256","typ":"at+jwt"}').toString('base64url')}.claims.signature`;
  for (let before = 0; before < 300; before += 1) {
    const logged = loggedAddress(`/${'x'.repeat(before)}/${token}`);
    assert.doesNotMatch(logged, /claims|signature/);
  }
});
