import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAddressRange } from '../../src/config/address-range';
import { readCallbackBody } from '../../src/games/gold-api/callback.body';
import { createCallerCheck } from '../../src/games/gold-api/caller';
import { normalizeCallbackAddress } from '../../src/http/callback-path';
import { readVendorAmount, writeVendorAmount } from '../../src/games/gold-api/money-unit';

const AGENT = { agent_code: 'palier', agent_secret: 'palier-demo-secret' };

const callerOf = (body: object, ip = '::1', headers: Record<string, string> = {}) => ({ body, ip, headers });

test('money unit: an amount finer than the unit is refused, and rounding noise is removed', () => {
  for (const [amount, unit, micros] of [
    [40, 'cents', 400_000n],
    ['40', 'cents', 400_000n],
    [28.999999999999996, 'cents', 290_000n],
    [0.4, 'decimal', 400_000n],
    ['2.00', 'decimal', 2_000_000n],
    ['0', 'decimal', 0n],
    ['1E+2', 'decimal', 100_000_000n],
    ['1e3', 'cents', 10_000_000n],
    ['0E-8', 'decimal', 0n],
    ['1,234.50', 'decimal', 1_234_500_000n],
    [0.02 * 7 * 25, 'decimal', 3_500_000n],
    [0.1 + 0.2, 'decimal', 300_000n],
    [2.0999999999999996, 'decimal', 2_100_000n],
    ['2.0999999999999996', 'decimal', 2_100_000n],
    [0.3 - 0.1 * 3, 'decimal', 0n],
    [123_456_789.123, 'decimal', 123_456_789_123_000n],
    [9_000_000_000, 'decimal', 9_000_000_000_000_000n],
  ] as const)
    assert.equal(readVendorAmount(amount, unit), micros, `${amount} ${unit}`);
  for (const wrong of [0.4, -1, 1e308, 2 ** 53, '', '-1', '1e400', ' 1', '0x10', null, NaN, [1]])
    assert.equal(readVendorAmount(wrong, 'cents'), null, String(wrong));
  for (const wrong of [
    0.0001,
    0.0125,
    1.00000001,
    -0.001,
    1e308,
    Infinity,
    '0.0125',
    '1,5',
    '1,234',
    '12,34.5',
    '1E-4',
    null,
    true,
  ])
    assert.equal(readVendorAmount(wrong, 'decimal'), null, String(wrong));
  assert.equal(writeVendorAmount(1_239_999n, 'cents'), 123);
});
test('caller check: the previous secret is accepted while the secret changes, but no third one', () => {
  const settings = {
    PROVIDER_AGENT_CODE: 'palier',
    PROVIDER_SECRET: 'the-new-secret',
    PROVIDER_ALLOWED_IPS: [],
  };
  const check = createCallerCheck({ ...settings, PROVIDER_SECRET_PREVIOUS: 'palier-demo-secret' });
  for (const secret of ['palier-demo-secret', 'the-new-secret'])
    assert.equal(check(callerOf({ ...AGENT, agent_secret: secret })), 'provider');
  for (const secret of ['', 'undefined', undefined, 'third', ['the-new-secret']])
    assert.equal(check(callerOf({ ...AGENT, agent_secret: secret })), 'stranger');
  assert.equal(check(callerOf({ ...AGENT, agent_code: 'other' })), 'stranger');
  assert.equal(check(callerOf({ agent_secret: 'the-new-secret' })), 'stranger');
  assert.equal(createCallerCheck(settings)(callerOf(AGENT)), 'stranger');
});
test('caller check: the header Agent-Secret serves where the body has no secret', () => {
  const check = createCallerCheck({
    PROVIDER_AGENT_CODE: 'palier',
    PROVIDER_SECRET: 'palier-demo-secret',
    PROVIDER_ALLOWED_IPS: [],
  });
  const right = { 'agent-secret': 'palier-demo-secret' };
  assert.equal(check(callerOf({ agent_code: 'palier' }, '::1', right)), 'provider');
  assert.equal(check(callerOf({}, '::1', right)), 'provider');
  assert.equal(check(callerOf({ agent_code: 'other' }, '::1', right)), 'stranger');
  assert.equal(check(callerOf({ ...AGENT, agent_secret: 'wrong' }, '::1', right)), 'stranger');
  assert.equal(check(callerOf({ agent_code: 'palier' }, '::1', { 'agent-secret': 'wrong' })), 'stranger');
  assert.equal(check(callerOf({})), 'stranger');
});
test('caller check: addresses outside the allowed ranges are refused even with the secret', () => {
  const check = createCallerCheck({
    PROVIDER_AGENT_CODE: 'palier',
    PROVIDER_SECRET: 'palier-demo-secret',
    PROVIDER_ALLOWED_IPS: ['203.0.113.0/24', '2001:db8::1'],
  });
  for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1']) {
    assert.equal(check(callerOf(AGENT, address)), 'provider');
    assert.equal(check(callerOf({ user_code: 'u4' }, address)), 'reader');
    assert.equal(check(callerOf({ agent_secret: 'wrong' }, address)), 'stranger');
  }
  for (const address of ['203.0.114.9', '::1', 'unknown']) {
    assert.equal(check(callerOf(AGENT, address)), 'stranger');
    assert.equal(check(callerOf({ user_code: 'u4' }, address)), 'stranger');
  }
  assert.deepEqual(['1.2.3.4', '10.0.0.0/8', '1.2.3.4/33', 'x', '1.2.3.4/8/8'].map(isAddressRange), [
    true,
    true,
    false,
    false,
    false,
  ]);
});

test('callback address: other spellings of the base are one address, but other paths are not', () => {
  for (const [sent, address] of [
    ['//gold_api', '/gold_api'],
    ['/gold_api/', '/gold_api'],
    ['/GOLD_API?a=B/', '/gold_api?a=B/'],
    ['/gold_api//User_Balance/', '/gold_api/user_balance'],
    ['/gold_apix/', '/gold_apix/'],
    ['/api/v1/gold_api/', '/api/v1/gold_api/'],
    ['//evil.example/gold_api', '//evil.example/gold_api'],
  ] as const)
    assert.equal(normalizeCallbackAddress(sent), address);
});
test('callback body: a whole number that JavaScript would round is kept as it was sent', () => {
  const read = (text: string) => readCallbackBody(Buffer.from(text));
  assert.deepEqual(read('{"round_id":1234567890123456789,"n":-9007199254740993,"t":"1234567890123456789"}'), {
    round_id: '1234567890123456789',
    n: '-9007199254740993',
    t: '1234567890123456789',
  });
  assert.deepEqual(read('{"a":3.5000000000000004,"b":0.1234567890123456,"c":[12]}'), {
    a: 3.5000000000000004,
    b: 0.1234567890123456,
    c: [12],
  });
  assert.deepEqual(read('%7B%22user_code%22%3A%22u4%22%7D='), { user_code: 'u4' });
  for (const unread of ['', '[]', 'null', '"text"', '{', '{"a":1,"a":2}', 'user_code=u4'])
    assert.throws(() => read(unread), unread);
});
