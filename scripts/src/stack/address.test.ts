import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devOrigin, remoteDevOrigins } from '../bundler/dev-server.mjs';
import { allowedDevOrigins } from './address';

test('allowedDevOrigins: on a loopback address those of this machine, elsewhere none', () => {
  const remotes = remoteDevOrigins();
  for (const host of [undefined, 'localhost', '127.0.0.2', '::1'])
    assert.deepEqual(allowedDevOrigins(host), { pages: [devOrigin('shell'), ...remotes], remotes }, host);
  for (const host of ['0.0.0.0', '::', '192.168.1.5', '127.example.com', '1127.0.0.1'])
    assert.deepEqual(allowedDevOrigins(host), { pages: [], remotes: [] }, host);
});
