import assert from 'node:assert/strict';
import { hostname, networkInterfaces } from 'node:os';
import { test } from 'node:test';
import { devOrigin, remoteDevOrigins } from '@palier/base/dev-ports.mjs';
import { allowedDevOrigins, pageOrigins } from '../address';

test('allowedDevOrigins: a loopback address has those of this machine, and any other none', () => {
  const remotes = remoteDevOrigins();
  for (const host of [undefined, 'localhost', '127.0.0.2', '::1'])
    assert.deepEqual(allowedDevOrigins(host), { pages: [devOrigin('shell'), ...remotes], remotes }, host);
  for (const host of ['0.0.0.0', '::', '192.168.1.5', '127.example.com', '1127.0.0.1'])
    assert.deepEqual(allowedDevOrigins(host), { pages: [], remotes: [] }, host);
});

test('pageOrigins: it lists the names and addresses that reach HOST, the public one first', () => {
  const own = `http://${hostname().toLowerCase()}:3000`;
  const local = ['http://localhost:3000', 'http://127.0.0.1:3000'];
  for (const host of [undefined, '127.0.0.1', 'localhost'])
    assert.deepEqual(pageOrigins(3000, host), [...new Set([...local, own])], host);
  assert.deepEqual(pageOrigins(3000, '192.168.1.5'), ['http://192.168.1.5:3000', own]);
  const every = pageOrigins(3000, '0.0.0.0');
  for (const { address, family } of Object.values(networkInterfaces()).flatMap((known) => known ?? []))
    assert.equal(every.includes(`http://${address}:3000`), family === 'IPv4', address);
  assert.deepEqual(every.slice(0, 2), local);
  assert.ok(every.includes(own));
});
