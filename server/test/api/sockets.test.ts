import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import {
  connectFrame,
  openRawClient,
  openStomp,
  subscribeFrame,
  type RawClient,
} from '@palier/test-support/actors/stomp-client';
import { untilTrue } from '@palier/test-support/wait-until';
import { interceptStatements, readValue } from '../database';
import { useTestServer } from './start-test-server';

const REPEATS_IN_A_MESSAGE = 100;
const DEADLINE_MS = 30_000;
const MAX_SOCKETS = 50;

describe('socket limits', () => {
  const server = useTestServer({}, async () => {
    url = await server.app.listen({ port: 0, host: '127.0.0.1' });
    const session = await server.login('client');
    token = session.accessToken;
    userId = session.user.id;
  });
  let url: string;
  let token: string;
  let userId: number;

  const winTopic = (): string => `/topic/jackpot/user/${userId}`;
  const insertUndeliveredWin = (winnerId = userId): Promise<number> =>
    readValue(
      server.owner,
      `insert into jackpot_wins (draw_id, tier, user_id, prize_micros, created_at)
         select id, tier, $1, 5000000, now() from jackpot_draws d
          where not exists (select from jackpot_wins where draw_id = d.id) order by id limit 1 returning id`,
      [winnerId],
    );
  const countUndelivered = (): Promise<number> =>
    readValue(
      server.owner,
      'select count(*)::int from jackpot_wins where delivered_at is null and user_id = $1',
      [userId],
    );
  const ackOf = (winId: number): RegExp => new RegExp(`\nack:w\\\\c${winId}\n`);
  const countConnections = (): Promise<number> =>
    new Promise((resolve) => server.app.server.getConnections((_error, count) => resolve(count)));
  /** Records the verbs of statements about wins; the answer to each waits for `delay`. */
  const watchStatements = (
    context: TestContext,
    delay: () => Promise<unknown> = () => Promise.resolve(),
  ): string[] => {
    const seen: string[] = [];
    interceptStatements(context, server.pool, 'jackpot_wins', async (run, text) => {
      const [verb = ''] = text.trim().split(' ');
      // Named statements are those of the poll for unacknowledged wins.
      if (!['select', 'update'].includes(verb)) return run();
      seen.push(verb);
      const answer = await run();
      await delay();
      return answer;
    });
    return seen;
  };
  const sendAndAwaitReceipt = async (client: RawClient, receipt: string, text: string): Promise<void> => {
    client.send(
      `${text}SUBSCRIBE\nid:${receipt}\ndestination:/topic/jackpot/counters\nreceipt:${receipt}\n\n\0`,
    );
    await client.waitForFrame(`RECEIPT\nreceipt-id:${receipt}`);
  };

  test('socket: a win of a jackpot is sent without waiting for the poll', async (context) => {
    let reads = 0;
    interceptStatements(context, server.pool, 'jackpot_wins', async (run, text) =>
      text.startsWith('players-with-new-wins') ? { rows: [] } : run().finally(() => (reads += 1)),
    );
    await server.owner.query(
      `update jackpot_secrets set ceiling_micros = 1;
       insert into game_openings (user_id, provider_code, game_code) values (${userId}, 'CQ9', 'g1')`,
    );
    const client = await openStomp(url, token);
    client.send(subscribeFrame('w', winTopic()));
    assert.ok(await untilTrue(() => reads === 1));
    const slot = { provider_code: 'CQ9', game_code: 'g1', round_id: 'r', txn_id: 't', txn_type: 'debit' };
    await server.wallet({
      method: 'transaction',
      user_code: `u${userId}`,
      game_type: 'slot',
      slot: {
        ...slot,
        bet_money: 1,
        win_money: 0,
      },
    });
    await client.waitForFrame('MESSAGE\nsubscription:w');
    assert.ok(await untilTrue(async () => (await countUndelivered()) === 0));
    client.end();
  });

  test('socket: 100 subscriptions in one message read the wins twice', async (context) => {
    const client = await openStomp(url, token);
    const statements = watchStatements(context, () => wait(300));
    const pair = `${subscribeFrame('w', winTopic())}UNSUBSCRIBE\nid:w\n\n\0`;
    await sendAndAwaitReceipt(
      client,
      'all',
      pair.repeat(REPEATS_IN_A_MESSAGE) + subscribeFrame('w', winTopic()),
    );
    await untilTrue(() => statements.length > 1);
    // A third read would begin after the second.
    await wait(600);
    assert.deepEqual(statements, ['select', 'select']);
    client.end();
  });

  test('socket: wins are read once for a client that left while they were being read', async (context) => {
    const client = await openStomp(url, token);
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const statements = watchStatements(context, () => released);
    const pair = `${subscribeFrame('w', winTopic())}UNSUBSCRIBE\nid:w\n\n\0`;
    await sendAndAwaitReceipt(client, 'all', pair.repeat(REPEATS_IN_A_MESSAGE));
    client.end();
    await untilTrue(async () => (await countConnections()) === 0);
    release();
    await wait(500);
    assert.equal(statements.length, 1);
  });

  test('socket: a win that arrives during a read of wins goes to its player alone', async (context) => {
    await insertUndeliveredWin(1);
    const client = await openStomp(url, token);
    watchStatements(context, () => wait(200));
    await sendAndAwaitReceipt(client, 'one', subscribeFrame('w', winTopic(), 'ack:client-individual\n'));
    await wait(100);
    const id = await insertUndeliveredWin();
    assert.match(await client.waitForFrame('MESSAGE'), ackOf(id));
    client.send(`ACK\nid:w:${id}\n\n\0`);
    assert.ok(await untilTrue(async () => (await countUndelivered()) === 0));
    client.end();
  });

  test('socket: a win that is acknowledged 100 times is marked once and not sent again', async (context) => {
    const id = await insertUndeliveredWin();
    const client = await openStomp(url, token);
    client.send(subscribeFrame('w', winTopic(), 'ack:client-individual\n'));
    assert.match(await client.waitForFrame('MESSAGE'), ackOf(id));
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let hasRead = false;
    const statements = watchStatements(context, () => {
      hasRead = true;
      return released;
    });
    await sendAndAwaitReceipt(client, 'refused', `NACK\nid:w:${id}\n\n\0`);
    client.send(subscribeFrame('later', winTopic(), 'ack:client-individual\n'));
    assert.ok(await untilTrue(() => hasRead));
    assert.ok(!statements.includes('update'));
    await sendAndAwaitReceipt(client, 'acked', `ACK\nid:w:${id}\n\n\0`.repeat(REPEATS_IN_A_MESSAGE));
    release();
    await client.waitForFrame('MESSAGE\nsubscription:later');
    assert.equal(client.frames.filter((frame) => frame.startsWith('MESSAGE\nsubscription:w')).length, 1);
    assert.ok(await untilTrue(async () => (await countUndelivered()) === 0));
    await wait(200);
    // The poll for unacknowledged wins may read them meanwhile.
    assert.deepEqual(
      statements.filter((verb) => verb === 'update'),
      ['update'],
    );
    client.end();
  });

  for (const [mode, acknowledged, marked] of [
    ['client-individual', [1], 1],
    ['client', [1], 2],
    ['client', [0, 1], 2],
  ] as const)
    test(`socket: ${acknowledged.length} ACK in mode ${mode} mark ${marked} of two wins`, async (context) => {
      await server.owner.query(
        `update jackpot_wins set delivered_at = null
          where id in (select id from jackpot_wins order by id desc limit 2)`,
      );
      const client = await openStomp(url, token);
      client.send(subscribeFrame('w', winTopic(), `ack:${mode}\n`));
      const wins = (): string[] => client.frames.filter((frame) => frame.startsWith('MESSAGE'));
      await untilTrue(() => wins().length === 2);
      const statements = watchStatements(context);
      const ackOfWin = (index: number) => /\nack:(.*)\n/.exec(wins()[index]!)![1]!.replaceAll('\\c', ':');
      const acks = acknowledged.map((index) => `ACK\nid:${ackOfWin(index)}\n\n\0`);
      await sendAndAwaitReceipt(client, 'acked', acks.join(''));
      assert.equal(statements.filter((verb) => verb === 'update').length, marked);
      assert.ok(await untilTrue(async () => (await countUndelivered()) === 2 - marked));
      client.send(subscribeFrame('auto', winTopic()));
      assert.ok(await untilTrue(async () => (await countUndelivered()) === 0));
      client.end();
    });

  test('socket: a client with frames above the limit gets an error and is closed', async () => {
    const client = await openStomp(url, token);
    await sendAndAwaitReceipt(client, 'much', 'NACK\nid:1\n\n\0'.repeat(200));
    for (let message = 0; message < 20; message += 1) client.send('NACK\nid:1\n\n\0'.repeat(100));
    assert.match(await client.waitForFrame('ERROR'), /message:too many frames/);
    assert.notEqual(await client.closed(DEADLINE_MS), null);
  });

  const openVersion = async (version: string): Promise<RawClient> => {
    const client = await openRawClient(url);
    client.send(`CONNECT\naccept-version:${version}\nAuthorization:Bearer ${token}\n\n\0`);
    assert.match(await client.waitForFrame('CONNECTED'), new RegExp(`\nversion:${version}\n`));
    return client;
  };
  const REFUSED_FRAMES: readonly [what: string, frame: string, message: string][] = [
    ['an unknown command', 'BEGIN\ntransaction:t\nreceipt:r1\n\n\0', 'command not allowed'],
    ['a foreign topic', 'SUBSCRIBE\nid:1\ndestination:/queue/a\nreceipt:r1\n\n\0', 'destination not allowed'],
    [
      'an unknown mode of acknowledgement',
      `SUBSCRIBE\nid:1\ndestination:/topic/jackpot/counters\nack:late\nreceipt:r1\n\n\0`,
      'unknown ack mode',
    ],
    ['an unknown subscription', 'UNSUBSCRIBE\nid:1\nreceipt:r1\n\n\0', 'unknown subscription'],
    ['an acknowledgement without an id', 'ACK\nreceipt:r1\n\n\0', 'message id missing'],
    ['a body', 'UNSUBSCRIBE\nid:1\nreceipt:r1\n\nbody\0', 'body not allowed'],
    ['an undefined escape', 'UNSUBSCRIBE\nid:a\\tb\nreceipt:r1\n\n\0', 'unknown escape'],
  ];
  for (const version of ['1.1', '1.2'])
    for (const [what, frame, message] of REFUSED_FRAMES)
      test(`socket: the error for ${what} names the receipt of the frame in STOMP ${version}`, async () => {
        const client = await openVersion(version);
        client.send(frame);
        assert.equal(await client.waitForFrame('ERROR'), `ERROR\nmessage:${message}\nreceipt-id:r1\n\n\0`);
        assert.notEqual(await client.closed(DEADLINE_MS), null);
      });

  test('socket: the error for the balance of a stranger names the receipt', async () => {
    const { accessToken } = await server.login('admin');
    const client = await openStomp(url, accessToken);
    client.send(subscribeFrame('b', '/topic/balance/user/999999', 'receipt:r\\c2\n'));
    assert.match(await client.waitForFrame('ERROR'), /\nreceipt-id:r\\c2\n/);
  });

  test('socket: STOMP 1.1 refuses the escape \\r, also in a frame sent before CONNECTED', async () => {
    const frame = 'SUBSCRIBE\nid:a\\rb\ndestination:/topic/jackpot/counters\nreceipt:r1\n\n\0';
    const [first, second] = [await openVersion('1.1'), await openVersion('1.2')];
    first.send(frame);
    assert.match(await first.waitForFrame('ERROR'), /message:unknown escape\nreceipt-id:r1\n/);
    second.send(frame);
    assert.equal(await second.waitForFrame('RECEIPT'), 'RECEIPT\nreceipt-id:r1\n\n\0');
    second.end();
    const early = await openRawClient(url);
    early.send(`CONNECT\naccept-version:1.1\nAuthorization:Bearer ${token}\n\n\0${frame}`);
    assert.match(await early.waitForFrame('ERROR'), /message:unknown escape\nreceipt-id:r1\n/);
    assert.notEqual(await early.closed(DEADLINE_MS), null);
  });

  test('socket: an acknowledgement needs the headers of the agreed version', async () => {
    const [first, second] = [await openVersion('1.1'), await openVersion('1.2')];
    first.send('ACK\nid:w:1\n\n\0');
    second.send('ACK\nsubscription:w\nmessage-id:1\n\n\0');
    for (const client of [first, second])
      assert.match(await client.waitForFrame('ERROR'), /message:message id missing/);
  });

  for (const [what, send] of [
    ['messages without a frame', (socket) => socket.send('[]')],
    ['empty messages', (socket) => socket.send('')],
    ['pings', (socket) => socket.ping()],
    ['pongs', (socket) => socket.pong()],
    ['single characters', (socket) => socket.send('["A"]')],
  ] as readonly [what: string, send: (socket: RawClient['socket']) => void][])
    test(`socket: 2 000 ${what} without a token count as frames and close it`, async () => {
      const { socket, waitForFrame, closed } = await openRawClient(url);
      for (let sent = 0; sent < 2_000; sent += 1) send(socket);
      assert.match(await waitForFrame('ERROR'), /message:too many frames/);
      assert.notEqual(await closed(DEADLINE_MS), null);
    });

  test('socket: the 51st of a user or one with an invalid token gets an error and is closed', async () => {
    const { accessToken } = await server.login('admin');
    const clients = await Promise.all(Array.from({ length: MAX_SOCKETS }, () => openStomp(url, accessToken)));
    const [further, stranger] = [await openRawClient(url), await openRawClient(url)];
    further.send(connectFrame(accessToken));
    stranger.send(connectFrame('none'));
    assert.match(await further.waitForFrame('ERROR'), /message:too many sockets/);
    assert.match(await stranger.waitForFrame('ERROR'), /message:unauthenticated/);
    assert.notEqual(await further.closed(DEADLINE_MS), null);
    for (const client of clients) client.end();
  });
});
