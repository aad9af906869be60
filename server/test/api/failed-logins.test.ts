import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { IS_LONG, useDemoServer } from './demo-server';
import { login } from '@palier/test-support/actors/api-client';
import { clearThrottle, createHierarchy, USER_PASSWORD } from '@palier/test-support/actors/hierarchy';
import { comparable } from '@palier/test-support/actors/raw-http';
import { createRandom } from '@palier/test-support/random';
import { rankTestP } from '@palier/test-support/statistics';

const SEED = 20_260_101;

describe('failed logins', () => {
  const server = useDemoServer();

  test('failed login: the answer does not tell which part was wrong (D40)', async () => {
    const random = createRandom(SEED);
    const { client, client2 } = await createHierarchy(server);
    await server.owner.query('update users set active = false where id = $1', [client2.id]);
    const url = server.urlOf(0);
    const kinds = {
      unknown: () => login(url, `x-${random.between(1, 1e9)}`, USER_PASSWORD),
      wrong: () => login(url, client.username, 'Mauvais2026'),
      deactivated: () => login(url, client2.username, 'Mauvais2026'),
    };
    const times = { unknown: [] as number[], wrong: [] as number[], deactivated: [] as number[] };
    const answers = new Set<string>();
    // The first login creates the decoy hash.
    await login(url, 'nobody', 'Nobody2026');
    for (let trial = 0; trial < (IS_LONG ? 300 : 5); trial += 1) {
      if (trial % 5 === 0) await clearThrottle(server.owner);
      for (const kind of random.shuffled(['unknown', 'wrong', 'deactivated'] as const)) {
        const startedAt = performance.now();
        const answer = await kinds[kind]();
        times[kind].push(performance.now() - startedAt);
        const { 'content-length': length, ...headers } = answer.headers;
        answers.add(`${comparable(answer)} ${length} ${Object.keys(headers).sort().join()}`);
      }
    }
    await clearThrottle(server.owner);
    assert.ok(answers.size === 1 && [...answers][0]!.startsWith('401 '), [...answers].join('; '));
    const pairs = { unknown: 'wrong', wrong: 'deactivated', deactivated: 'unknown' } as const;
    for (const [one, other] of Object.entries(pairs)) {
      const p = rankTestP(times[one as keyof typeof pairs], times[other]);
      assert.ok(!IS_LONG || p >= 0.01, `${one} and ${other} differ in time, p = ${p.toFixed(4)}`);
    }
  });
});
