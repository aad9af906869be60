import assert from 'node:assert/strict';
import { test } from 'node:test';
import { trustedProxies } from '../server-group';

test('trustedProxies: the balancer is added to the proxies of TRUST_PROXY', () => {
  assert.equal(trustedProxies('false'), 'loopback');
  assert.equal(trustedProxies('1'), '2');
  assert.equal(trustedProxies('10.0.0.0/8,192.0.2.1'), 'loopback,10.0.0.0/8,192.0.2.1');
});
