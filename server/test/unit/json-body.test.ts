import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fastify, { type FastifyInstance } from 'fastify';
import { acceptStrictJson } from '../../src/http/json-body';

/** Echoes bodies: `/exact` refuses inexact numbers as the API does, `/any` accepts them. */
const app: FastifyInstance = fastify();
before(async () => {
  acceptStrictJson(app);
  app.post('/any', ({ body }) => ({ body: body ?? 'none' }));
  await app.register(async (api) => {
    acceptStrictJson(api, { exactNumbers: true });
    api.post('/exact', ({ body }) => ({ body: body ?? 'none' }));
  });
});
after(() => app.close());

async function read(url: '/any' | '/exact', payload: string | Buffer): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const answer = await app.inject({ method: 'POST', url, headers, payload });
  return answer.statusCode === 200 ? answer.json<{ body: unknown }>().body : null;
}

test('JSON body: a number has more digits than a double holds, it is refused where amounts are read', async () => {
  for (const number of [
    ...['123456789.123456', '0.000000123456789012345', `1${'0'.repeat(300)}`],
    ...['123456789012345000', '-1.50e2', '0'],
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

test('JSON body: a key is repeated or names the prototype at any depth, it is refused', async () => {
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

test('JSON body: empty is no body; invalid UTF-8 and a byte order mark are refused', async () => {
  assert.equal(await read('/any', ''), 'none');
  assert.equal(await read('/any', Buffer.from([0x22, 0xff, 0x22])), null);
  assert.equal(await read('/any', '\ufeff{}'), null);
});
