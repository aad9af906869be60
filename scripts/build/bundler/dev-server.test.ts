import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remoteNames } from '@palier/base/workspaces.mjs';
import { devPort, remoteDevOrigins } from '@palier/base/dev-ports.mjs';
import { devServer } from './dev-server.mjs';

test('dev server: each remote has the origin of its port, and an override may come from it', () => {
  const origins = remoteDevOrigins();
  for (const port of [3101, 3102, 3103])
    assert.ok(origins.includes(`http://localhost:${port}`), String(origins));
  assert.equal(devPort('shell', 4100), 4100);
});

test('dev server: each package has its own port, and a new one the same on two branches', () => {
  const ports = ['shell', ...remoteNames()].map((name) => `${devPort(name)} of ${name}`);
  const doubled = ports.filter((port) =>
    ports.some((other) => other !== port && other.split(' ')[0] === port.split(' ')[0]),
  );
  assert.deepEqual(doubled, [], 'give one of them another palier.devPort in its package.json');
});

test('dev server: its socket in a live page has the host of the origin that the page may call', () => {
  const { client } = devServer('casino');
  assert.ok(typeof client === 'object' && typeof client.webSocketURL === 'object');
  const { hostname } = client.webSocketURL;
  assert.ok(remoteDevOrigins().every((origin) => new URL(origin).hostname === hostname));
});
