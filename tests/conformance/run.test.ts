import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { DEFECTS, startOperator, type Defect } from './defective-operator';
import { plainProfile } from './plain-profile';
import { runConformance, type ConformanceOptions, type ConformanceReport } from './run';

const optionsFor = (port: number, users: readonly string[], calls = 0): ConformanceOptions => ({
  url: `http://127.0.0.1:${port}`,
  agent: { code: 'agent', secret: 'the-secret' },
  users,
  providerCode: 'PRAGMATIC',
  gameCode: 'g1',
  profile: plainProfile('i', 'decimal'),
  calls,
  seed: 11,
  timeoutMs: 5_000,
  hasRollback: true,
  onLine: () => undefined,
});

async function judge(defect: Defect | null, calls: number, users = ['a', 'b']): Promise<ConformanceReport> {
  const server = await startOperator(defect);
  try {
    return await runConformance(optionsFor((server.address() as AddressInfo).port, users, calls));
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

test('conformance kit: a correct operator passes every check and the soak', async () => {
  const { failed } = await judge(null, 600);
  assert.deepEqual(failed, []);
});

test('conformance kit: an unknown player ends the run with an error that names the player', async () => {
  await assert.rejects(judge(null, 0, ['a', 'u9']), /does not return the balance of u9: INVALID_USER/);
});

test('conformance kit: an address that refuses the connection is named with that cause', async () => {
  const server = await startOperator(null);
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  await assert.rejects(
    runConformance(optionsFor(port, ['a'])),
    /does not return the balance of a: ECONNREFUSED/,
  );
});

for (const [title, defect, check] of DEFECTS) {
  test(`conformance kit: an operator that ${title} fails the check`, async () => {
    const { failed } = await judge(defect, 0);
    assert.ok(
      failed.some((name) => check.test(name)),
      `failed: ${failed.join(' | ')}`,
    );
  });
}
