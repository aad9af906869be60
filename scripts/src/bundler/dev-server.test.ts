import assert from 'node:assert/strict';
import { test } from 'node:test';
import { devPort, remoteDevOrigins } from './dev-server.mjs';

test('Each remote’s dev server has the origin of its manifest’s port, and an override may come from those', () => {
  const origins = remoteDevOrigins();
  for (const port of [3101, 3102, 3103])
    assert.ok(origins.includes(`http://localhost:${port}`), String(origins));
  assert.equal(devPort('shell', 4100), 4100);
});
