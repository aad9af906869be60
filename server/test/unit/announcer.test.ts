import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { createAnnouncer } from '../../src/realtime/announcer';
import { createSocketHub } from '../../src/realtime/hub';
import { balanceTopic } from '../../src/realtime/topics';

type Made = Parameters<typeof createAnnouncer>;

describe('balances for the sockets of a process', () => {
  function announce(t: TestContext) {
    const hub = createSocketHub();
    const told: string[] = [];
    for (const userId of [1, 2]) {
      const deliver = ({ body }: { body: string }): boolean => told.push(`${userId} ${body}`) > 0;
      const connection = {
        userId,
        sessionId: 's',
        deliver,
        destinations: () => [balanceTopic(userId)],
        close: () => undefined,
      };
      hub.add(connection);
      hub.subscribe(balanceTopic(userId), connection);
    }
    const reads: number[][] = [];
    let isAway = false;
    const query = async ({ values: [ids] }: { values: [number[]] }) => {
      const balance = BigInt(reads.push(ids)) * 1_000_000n;
      await nextTurn();
      if (isAway) throw new Error('connect ECONNREFUSED');
      return { rows: ids.map((id) => ({ id, balance })) };
    };
    const warned: string[] = [];
    const log = { warn: (_facts: object, words: string) => warned.push(words) };
    const announcer = createAnnouncer({ query } as unknown as Made[0], hub, log as unknown as Made[2]);
    t.after(() => announcer.close());
    const settle = async (): Promise<void> => {
      for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    };
    return { announcer, told, reads, warned, settle, goAway: (away: boolean) => (isAway = away) };
  }

  test('When one moves right after another was told, then it is told without a pause', async (t) => {
    const { announcer, told, settle } = announce(t);
    for (let bet = 0; bet < 3; bet += 1) {
      announcer.announceBalance(1);
      await settle();
    }
    assert.deepEqual(told, ['1 {"balance":1}', '1 {"balance":2}', '1 {"balance":3}']);
  });

  test('When both sides of a movement are announced, then they are read at once', async (t) => {
    const { announcer, reads, settle } = announce(t);
    announcer.announceBalance(1);
    announcer.announceBalance(2);
    await settle();
    assert.deepEqual(reads, [[1, 2]]);
  });

  test('When they go on moving, then they are read every 5 ms at most, and the last move is told', async (t) => {
    const { announcer, told, reads, settle } = announce(t);
    const startedAt = performance.now();
    let moves = 0;
    for (; performance.now() - startedAt < 100; moves += 1) {
      announcer.announceBalance(1 + (moves % 2));
      await nextTurn();
    }
    const most = (performance.now() - startedAt) / 5 + 2;
    await wait(50);
    await settle();
    assert.ok(reads.length <= most, `${reads.length} reads of ${moves} moves`);
    assert.ok(told.at(-1)?.endsWith(`{"balance":${reads.length}}`));
  });

  test('When they cannot be read, then they are told once they can, without a further movement, and the log says so once', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { announcer, told, reads, warned, settle, goAway } = announce(t);
    const untilRead = async (times: number): Promise<void> => {
      while (reads.length < times) await nextTurn();
      await settle();
    };
    goAway(true);
    announcer.announceBalance(1);
    await untilRead(1);
    for (let times = 2; times <= 5; times += 1) {
      t.mock.timers.tick(1_000);
      await untilRead(times);
    }
    assert.deepEqual([told, warned], [[], ['balances not published']]);
    goAway(false);
    t.mock.timers.tick(1_000);
    await untilRead(6);
    assert.deepEqual(told, ['1 {"balance":6}']);
    t.mock.timers.tick(1_000);
    await settle();
    assert.equal(told.length, 1);
  });
});
