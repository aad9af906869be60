import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from './free-port';

/** From here on Linux gives ports to outgoing calls; other systems begin higher. */
const FIRST_OF_CALLS = 32_768;

test('When ports are asked for, then each is another one, and none that an outgoing call may be given meanwhile', async () => {
  const ports = [];
  for (let count = 0; count < 50; count += 1) ports.push(await freePort());
  assert.equal(new Set(ports).size, ports.length);
  assert.ok(
    ports.every((port) => port < FIRST_OF_CALLS),
    ports.join(),
  );
});
