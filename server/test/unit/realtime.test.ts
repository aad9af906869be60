import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { createAnnouncer } from '../../src/realtime/announcer';
import { createCountersPublisher } from '../../src/realtime/counters-publisher';
import { createSocketHub, type HubConnection } from '../../src/realtime/hub';
import { pollDatabase } from '../../src/realtime/poll-database';
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

  test('balance announcer: a balance after a message is published without a pause', async (t) => {
    const { announcer, published, settle } = announce(t);
    for (let bet = 0; bet < 3; bet += 1) {
      announcer.announceBalance(1);
      await settle();
    }
    assert.deepEqual(published, ['1 {"balance":1}', '1 {"balance":2}', '1 {"balance":3}']);
  });

  test('balance announcer: one read serves the announcements of both sides of a transfer', async (t) => {
    const { announcer, reads, settle } = announce(t);
    announcer.announceBalance(1);
    announcer.announceBalance(2);
    await settle();
    assert.deepEqual(reads, [[1, 2]]);
  });

  test('balance announcer: reads are at least 5 ms apart, and the last balance is published', async (t) => {
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

  test('balance announcer: a balance is published after failed reads with one warning', async (t) => {
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

const TOPIC = '/topic/jackpot/user/7';

function connectionOf(sessionId: string, takes: boolean): HubConnection & { readonly closed: string[] } {
  const closed: string[] = [];
  return {
    userId: 7,
    sessionId,
    closed,
    destinations: () => [TOPIC],
    deliver: () => takes,
    close: (reason) => void closed.push(reason),
  };
}

test('socket hub: publish returns true if one socket of several takes the message', () => {
  for (const takers of [
    [true, false],
    [false, true],
  ]) {
    const hub = createSocketHub();
    for (const takes of takers) hub.subscribe(TOPIC, connectionOf('s', takes));
    assert.equal(hub.publish(TOPIC, '{}'), true);
  }
  const hub = createSocketHub();
  hub.subscribe(TOPIC, connectionOf('s', false));
  assert.deepEqual([hub.publish(TOPIC, '{}'), hub.publish('/topic/other', '{}')], [false, false]);
});

test('socket hub: a socket that is removed twice counts once, and the last one removes its topic', () => {
  const hub = createSocketHub();
  const presence: string[] = [];
  hub.onInterest({
    userWanted: (id) => presence.push(`+${id}`),
    userUnwanted: (id) => presence.push(`-${id}`),
  });
  const [one, other] = [connectionOf('a', true), connectionOf('b', true)];
  for (const connection of [one, other]) {
    hub.add(connection);
    hub.subscribe(TOPIC, connection);
  }
  hub.remove(one);
  hub.remove(one);
  assert.deepEqual([hub.count(), hub.hasUser(7), presence], [{ sockets: 1, topics: 1 }, true, ['+7']]);
  hub.remove(other);
  assert.deepEqual([hub.count(), hub.hasUser(7), presence], [{ sockets: 0, topics: 0 }, false, ['+7', '-7']]);
});

test('socket hub: closing the sockets of one session keeps those of the user’s other sessions', () => {
  const hub = createSocketHub();
  const [kept, ended] = [connectionOf('kept', true), connectionOf('ended', true)];
  for (const connection of [kept, ended]) hub.add(connection);
  hub.closeSocketsOfSession('ended');
  assert.deepEqual([kept.closed, ended.closed], [[], ['session ended']]);
});

function publisherOf(
  t: TestContext,
  { isWanted = true, read }: { isWanted?: boolean; read?: () => Promise<string> } = {},
) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const publishedHere: string[] = [];
  const peers = { notified: 0 };
  let reads = 0;
  const publisher = createCountersPublisher({
    isWanted: () => isWanted,
    read: read ?? (() => Promise.resolve(`read ${(reads += 1)}`)),
    publishHere: (body) => void publishedHere.push(body),
    publishToPeers: () => void (peers.notified += 1),
    onFailure: (error) => assert.fail(String(error)),
  });
  const halfASecond = async (): Promise<void> => {
    t.mock.timers.tick(500);
    await nextTurn();
  };
  return { publisher, publishedHere, peers, halfASecond };
}

test('counters publisher: sockets get two local reads a second from many processes', async (t) => {
  const { publisher, publishedHere, peers, halfASecond } = publisherOf(t);
  for (let half = 0; half < 4; half += 1) {
    for (let process = 0; process < 24; process += 1) publisher.markChangedElsewhere();
    await halfASecond();
  }
  await halfASecond();
  assert.deepEqual(publishedHere, ['read 1', 'read 2', 'read 3', 'read 4']);
  assert.equal(peers.notified, 0);
});

test('counters publisher: the next read waits for a slow one, so none is overtaken', async (t) => {
  const answers: ((body: string) => void)[] = [];
  const { publisher, publishedHere, halfASecond } = publisherOf(t, {
    read: () => new Promise((resolve) => answers.push(resolve)),
  });
  publisher.markChanged();
  await halfASecond();
  publisher.markChangedElsewhere();
  await halfASecond();
  assert.equal(answers.length, 1);
  answers[0]!('older');
  await nextTurn();
  await halfASecond();
  answers[1]!('newer');
  await nextTurn();
  assert.deepEqual(publishedHere, ['older', 'newer']);
});

test('counters publisher: stakes are read once and sent to the other processes', async (t) => {
  const { publisher, publishedHere, peers, halfASecond } = publisherOf(t);
  for (let stake = 0; stake < 50; stake += 1) publisher.markChanged();
  publisher.markChangedElsewhere();
  await halfASecond();
  await halfASecond();
  assert.deepEqual(publishedHere, ['read 1']);
  assert.equal(peers.notified, 1);
});

test('counters publisher: nothing is read if there are no receivers', async (t) => {
  const { publisher, publishedHere, halfASecond } = publisherOf(t, { isWanted: false });
  publisher.markChanged();
  await halfASecond();
  assert.deepEqual(publishedHere, []);
});

type Dependencies = Parameters<typeof pollDatabase>[0];

test('revocation poll: the log has one line at each end of a database outage', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const messages: string[] = [];
  const pool = { query: () => Promise.resolve({ rows: [] as never[] }) };
  const hub = { count: () => ({ sockets: 1, topics: 3 }), sessionIds: () => [], hasUser: () => false };
  const log = {
    info: (message: string) => messages.push(message),
    warn: (_facts: object, message: string) => messages.push(message),
  };
  const polling = pollDatabase({ hub, pool, log } as unknown as Dependencies);
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
