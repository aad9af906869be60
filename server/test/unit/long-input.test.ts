import assert from 'node:assert/strict';
import { test } from 'node:test';
import fastify from 'fastify';
import { acceptStrictJson } from '../../src/http/json-body';
import { loggedAddress } from '../../src/observability/logged-address';

/** A guard against standing still, no measure: one pass takes some milliseconds, a look from every character to the end minutes. */
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
  ['123456789012345000', true],
  ['1234567890123456', false],
  ['-0.001234567890123456', false],
  ['0', true],
] as const) {
  test(`When a body holds ${number.slice(0, 22)}, ${number.length} characters, then it is ${isTaken ? 'taken' : 'refused'} at once`, async () => {
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

test('When an address looks like tokens throughout, however long, then the log has it at once', async () => {
  const address = `/${'eyJ'.repeat(160_000)}`;
  const ms = await msOf(() => loggedAddress(address));
  assert.ok(ms < LIMIT_MS, `${ms} ms`);
});

test('When a token stands where the logged address is cut, then no more than its head is logged', () => {
  const token = `${Buffer.from('{"alg":"HS256","typ":"at+jwt"}').toString('base64url')}.claims.signature`;
  for (let before = 0; before < 300; before += 1) {
    const logged = loggedAddress(`/${'x'.repeat(before)}/${token}`);
    assert.doesNotMatch(logged, /claims|signature/);
  }
});
