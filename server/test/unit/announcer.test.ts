import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { createAnnouncer } from '../../src/realtime/announcer';
import { createSocketHub } from '../../src/realtime/hub';
import { balanceTopic } from '../../src/realtime/topics';

type Args = Parameters<typeof createAnnouncer>;

describe('balance announcer', () => {
  function announce(t: TestContext) {
    const hub = createSocketHub();
    const published: string[] = [];
    for (const userId of [1, 2]) {
      const deliver = ({ body }: { body: string }): boolean => published.push(`${userId} ${body}`) > 0;
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
    let isUnreachable = false;
    const query = async ({ values: [ids] }: { values: [number[]] }) => {
      const balance = BigInt(reads.push(ids)) * 1_000_000n;
      await nextTurn();
      if (isUnreachable) throw new Error('connect ECONNREFUSED');
      return { rows: ids.map((id) => ({ id, balance })) };
    };
    const warned: string[] = [];
    const log = { warn: (_facts: object, words: string) => warned.push(words) };
    const announcer = createAnnouncer({ query } as unknown as Args[0], hub, log as unknown as Args[2]);
    t.after(() => announcer.close());
    const settle = async (): Promise<void> => {
      for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    };
    return {
      announcer,
      published,
      reads,
      warned,
      settle,
      setUnreachable: (away: boolean) => (isUnreachable = away),
    };
  }

  test('balance announcer: a balance moves right after a message, it is published without a pause', async (t) => {
    const { announcer, published, settle } = announce(t);
    for (let bet = 0; bet < 3; bet += 1) {
      announcer.announceBalance(1);
      await settle();
    }
    assert.deepEqual(published, ['1 {"balance":1}', '1 {"balance":2}', '1 {"balance":3}']);
  });

  test('balance announcer: both sides of a transfer are announced, one read serves both', async (t) => {
    const { announcer, reads, settle } = announce(t);
    announcer.announceBalance(1);
    announcer.announceBalance(2);
    await settle();
    assert.deepEqual(reads, [[1, 2]]);
  });

  test('balance announcer: balances move continuously, reads are at least 5 ms apart and the last balance is published', async (t) => {
    const { announcer, published, reads, settle } = announce(t);
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
    assert.ok(published.at(-1)?.endsWith(`{"balance":${reads.length}}`));
  });

  test('balance announcer: reads fail for a while, the balance is published after the outage and the log has one warning', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const { announcer, published, reads, warned, settle, setUnreachable } = announce(t);
    const untilRead = async (times: number): Promise<void> => {
      while (reads.length < times) await nextTurn();
      await settle();
    };
    setUnreachable(true);
    announcer.announceBalance(1);
    await untilRead(1);
    for (let times = 2; times <= 5; times += 1) {
      t.mock.timers.tick(1_000);
      await untilRead(times);
    }
    assert.deepEqual([published, warned], [[], ['balances not published']]);
    setUnreachable(false);
    t.mock.timers.tick(1_000);
    await untilRead(6);
    assert.deepEqual(published, ['1 {"balance":6}']);
    t.mock.timers.tick(1_000);
    await settle();
    assert.equal(published.length, 1);
  });
});
