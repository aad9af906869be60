import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAddressRange } from '../../src/config/address-range';
import { createCallerCheck } from '../../src/games/gold-api/caller';
import { readVendorAmount, writeVendorAmount } from '../../src/games/gold-api/money-unit';

const AGENT = { agent_code: 'palier', agent_secret: 'palier-demo-secret' };

test('money unit: cents are whole hundredths, and a fraction of a cent is refused', () => {
  assert.equal(readVendorAmount(40, 'cents'), 400_000n);
  assert.equal(readVendorAmount(0.4, 'decimal'), 400_000n);
  for (const wrong of [0.4, -1, 1e308, 2 ** 53, '1', null, NaN, [1]])
    assert.equal(readVendorAmount(wrong, 'cents'), null);
  for (const wrong of [0.0001, -0.001, 1e308, '1', null, true])
    assert.equal(readVendorAmount(wrong, 'decimal'), null);
  assert.equal(writeVendorAmount(1_239_999n, 'cents'), 123);
});
test('caller check: while the secret changes, the previous one is accepted and no third one', () => {
  const settings = {
    PROVIDER_AGENT_CODE: 'palier',
    PROVIDER_SECRET: 'the-new-secret',
    PROVIDER_ALLOWED_IPS: [],
  };
  const check = createCallerCheck({ ...settings, PROVIDER_SECRET_PREVIOUS: 'palier-demo-secret' });
  for (const secret of ['palier-demo-secret', 'the-new-secret'])
    assert.equal(check({ ...AGENT, agent_secret: secret }, '::1'), true);
  for (const secret of ['', 'undefined', undefined, 'third', ['the-new-secret']])
    assert.equal(check({ ...AGENT, agent_secret: secret }, '::1'), false);
  assert.equal(check({ ...AGENT, agent_code: 'other' }, '::1'), false);
  assert.equal(createCallerCheck(settings)(AGENT, '::1'), false);
});
test('caller check: addresses outside the allowed ranges are refused even with the secret', () => {
  const check = createCallerCheck({
    PROVIDER_AGENT_CODE: 'palier',
    PROVIDER_SECRET: 'palier-demo-secret',
    PROVIDER_ALLOWED_IPS: ['203.0.113.0/24', '2001:db8::1'],
  });
  for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1'])
    assert.equal(check(AGENT, address), true);
  for (const address of ['203.0.114.9', '::1', 'unknown']) assert.equal(check(AGENT, address), false);
  assert.deepEqual(['1.2.3.4', '10.0.0.0/8', '1.2.3.4/33', 'x', '1.2.3.4/8/8'].map(isAddressRange), [
    true,
    true,
    false,
    false,
    false,
  ]);
});
