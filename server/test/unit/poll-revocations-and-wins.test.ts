import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pollRevocationsAndWins } from '../../src/realtime/poll-revocations-and-wins';

type Dependencies = Parameters<typeof pollRevocationsAndWins>[0];

test('revocation poll: the database is unreachable for a while, the log has one line when it starts and one when it ends', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const messages: string[] = [];
  const pool = { query: () => Promise.resolve({ rows: [] as never[] }) };
  const hub = { count: () => ({ sockets: 1, topics: 3 }), sessionIds: () => [], hasUser: () => false };
  const log = {
    info: (message: string) => messages.push(message),
    warn: (_facts: object, message: string) => messages.push(message),
  };
  const polling = pollRevocationsAndWins({ hub, pool, log } as unknown as Dependencies);
  t.after(() => polling.stop());
  const runPolls = async (times: number): Promise<void> => {
    for (let turn = 0; turn < times; turn += 1) {
      t.mock.timers.tick(500);
      await nextTurn();
    }
  };

  await runPolls(5);
  const { query } = pool;
  for (let outage = 0; outage < 2; outage += 1) {
    pool.query = () => Promise.reject(new Error('connect ECONNREFUSED'));
    await runPolls(20);
    pool.query = query;
    await runPolls(5);
  }
  assert.deepEqual(
    messages.map((message) => /cannot be read|are read again/.exec(message)?.[0]),
    ['cannot be read', 'are read again', 'cannot be read', 'are read again'],
  );
});
