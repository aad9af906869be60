import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CommandError } from '@palier/base/command';
import { tooManyEnds, trustedProxies } from '../server-group';

test('trustedProxies: the balancer is added to the proxies of TRUST_PROXY', () => {
  assert.equal(trustedProxies('false'), 'loopback');
  assert.equal(trustedProxies('1'), '2');
  assert.equal(trustedProxies('10.0.0.0/8,192.0.2.1'), 'loopback,10.0.0.0/8,192.0.2.1');
});

test('npm start: it says that it stops because server processes ended too often', () => {
  const fault = tooManyEnds(new CommandError('Server process server-1 ended.', 'Its log: x'));
  assert.match(fault.message, /server-1 ended\. Server processes ended unexpectedly 6 times within a minute/);
});
