import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pollRevocationsAndWins } from '../../src/realtime/poll-revocations-and-wins';

type Dependencies = Parameters<typeof pollRevocationsAndWins>[0];

test('When the database is away for a while, then the log says so once, and once that it is back', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const said: string[] = [];
  const pool = { query: () => Promise.resolve({ rows: [] as never[] }) };
  const hub = { count: () => ({ sockets: 1, topics: 3 }), sessionIds: () => [], hasUser: () => false };
  const log = {
    info: (words: string) => said.push(words),
    warn: (_facts: object, words: string) => said.push(words),
  };
  const polling = pollRevocationsAndWins({ hub, pool, log } as unknown as Dependencies);
  t.after(() => polling.stop());
  const look = async (times: number): Promise<void> => {
    for (let turn = 0; turn < times; turn += 1) {
      t.mock.timers.tick(500);
      await nextTurn();
    }
  };

  await look(5);
  const { query } = pool;
  for (let outage = 0; outage < 2; outage += 1) {
    pool.query = () => Promise.reject(new Error('connect ECONNREFUSED'));
    await look(20);
    pool.query = query;
    await look(5);
  }
  assert.deepEqual(
    said.map((words) => /cannot be read|are read again/.exec(words)?.[0]),
    ['cannot be read', 'are read again', 'cannot be read', 'are read again'],
  );
});
