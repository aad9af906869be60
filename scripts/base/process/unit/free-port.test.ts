import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from '../free-port';

/** The lowest port of outgoing connections on Linux; other systems start higher. */
const FIRST_OUTGOING = 32_768;

test('freePort: all ports differ, and none is in the range for outgoing connections', async () => {
  const ports = [];
  for (let count = 0; count < 50; count += 1) ports.push(await freePort());
  assert.equal(new Set(ports).size, ports.length);
  assert.ok(
    ports.every((port) => port < FIRST_OUTGOING),
    ports.join(),
  );
});
