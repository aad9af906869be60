import assert from 'node:assert/strict';
import { after, before, describe, test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import {
  connectFrame,
  openRawClient,
  openStomp,
  subscribeFrame,
  type RawClient,
} from '@palier/faults/actors/stomp-client';
import { untilTrue } from '@palier/faults/wait-until';
import { startPalier, type Palier } from './start-test-server';

const PAIRS_IN_A_MESSAGE = 100;
const PATIENCE_MS = 30_000;
const MOST_SOCKETS = 50;

describe('a client that frames too much on its socket', () => {
  let palier: Palier;
  let url: string;
  let token: string;
  let userId: number;
  before(async () => {
    palier = await startPalier();
    url = await palier.app.listen({ port: 0, host: '127.0.0.1' });
    const session = await palier.login('client');
    token = session.accessToken;
    userId = session.user.id;
  });
  after(() => palier.stop());

  const winTopic = (): string => `/topic/jackpot/user/${userId}`;
  /** A win of a draw that has not ended, which the player has not been shown; its id. */
  const owedWin = async (): Promise<number> => {
    const { rows } = await palier.owner.query<{ id: number }>(
      `insert into jackpot_wins (draw_id, tier, user_id, prize_micros, bronze_micros, silver_micros, gold_micros, created_at)
         select id, tier, $1, 5000000, 1, 2, 3, now() from jackpot_draws d
          where not exists (select from jackpot_wins where draw_id = d.id) order by id limit 1 returning id`,
      [userId],
    );
    return rows[0]!.id;
  };
  const undelivered = async (): Promise<number> => {
    const { rows } = await palier.owner.query<{ left: bigint }>(
      'select count(*) as left from jackpot_wins where delivered_at is null',
    );
    return Number(rows[0]!.left);
  };
  const countConnections = (): Promise<number> =>
    new Promise((resolve) => palier.app.server.getConnections((_error, count) => resolve(count)));
  /** Statements about the player's wins from now on; each begins once `held` has ended. */
  const watchStatements = (
    context: TestContext,
    held: () => Promise<unknown> = () => Promise.resolve(),
  ): string[] => {
    const seen: string[] = [];
    const { query } = palier.pool;
    context.mock.method(palier.pool, 'query', async (...args: Parameters<typeof query>) => {
      const text = args[0] as unknown;
      const isOfWins = typeof text === 'string' && text.includes('jackpot_wins');
      if (isOfWins) {
        seen.push(text.trim().split(' ')[0] ?? '');
        await held();
      }
      return query.apply(palier.pool, args);
    });
    return seen;
  };
  const answersTo = async (client: RawClient, receipt: string, text: string): Promise<void> => {
    client.send(
      `${text}SUBSCRIBE\nid:${receipt}\ndestination:/topic/jackpot/counters\nreceipt:${receipt}\n\n\0`,
    );
    await client.waitForFrame(`RECEIPT\nreceipt-id:${receipt}`);
  };

  test('When it subscribes and unsubscribes without end, then its wins are read once, and once more', async (context) => {
    const client = await openStomp(url, token);
    const statements = watchStatements(context, () => wait(300));
    const pair = `${subscribeFrame('w', winTopic())}UNSUBSCRIBE\nid:w\n\n\0`;
    await answersTo(client, 'all', pair.repeat(PAIRS_IN_A_MESSAGE) + subscribeFrame('w', winTopic()));
    await untilTrue(() => statements.length > 1);
    // A third one would begin when the second has ended.
    await wait(600);
    assert.deepEqual(statements, ['select', 'select']);
    client.end();
  });

  test('When it left while its wins were to be read, then they are not', async (context) => {
    const client = await openStomp(url, token);
    let go = (): void => undefined;
    const hasLeft = new Promise<void>((resolve) => (go = resolve));
    const statements = watchStatements(context, () => hasLeft);
    const pair = `${subscribeFrame('w', winTopic())}UNSUBSCRIBE\nid:w\n\n\0`;
    await answersTo(client, 'all', pair.repeat(PAIRS_IN_A_MESSAGE));
    client.end();
    await untilTrue(async () => (await countConnections()) === 0);
    go();
    await wait(500);
    assert.equal(statements.length, 1);
  });

  test('When a win arrives while the last ones are being read, then it is delivered too', async (context) => {
    const client = await openStomp(url, token);
    watchStatements(context, () => wait(200));
    await answersTo(client, 'one', subscribeFrame('w', winTopic(), 'ack:client-individual\n'));
    await wait(100);
    const id = await owedWin();
    await client.waitForFrame('MESSAGE');
    client.send(`ACK\nid:w:${id}\n\n\0`);
    await untilTrue(async () => (await undelivered()) === 0);
    assert.equal(await undelivered(), 0);
    client.end();
  });

  test('When it acknowledges a win without end, then the win is marked once', async (context) => {
    const id = await owedWin();
    const client = await openStomp(url, token);
    client.send(subscribeFrame('w', winTopic(), 'ack:client-individual\n'));
    await client.waitForFrame('MESSAGE');
    const statements = watchStatements(context);
    await answersTo(client, 'acked', `ACK\nid:w:${id}\n\n\0`.repeat(PAIRS_IN_A_MESSAGE));
    await untilTrue(async () => (await undelivered()) === 0);
    await wait(200);
    assert.deepEqual(statements, ['update']);
    assert.equal(await undelivered(), 0);
    client.end();
  });

  test('When it sends more frames than any player has use for, then it is told and cut; a second’s worth of use is not', async () => {
    const client = await openStomp(url, token);
    await answersTo(client, 'much', 'NACK\nid:1\n\n\0'.repeat(200));
    for (let message = 0; message < 20; message += 1) client.send('NACK\nid:1\n\n\0'.repeat(100));
    assert.match(await client.waitForFrame('ERROR'), /message:too many frames/);
    assert.notEqual(await client.closed(PATIENCE_MS), null);
  });

  test('When a user has as many sockets as anybody needs, then a further one is told so and cut', async () => {
    const { accessToken } = await palier.login('admin');
    const clients = await Promise.all(
      Array.from({ length: MOST_SOCKETS }, () => openStomp(url, accessToken)),
    );
    const further = await openRawClient(url);
    further.send(connectFrame(accessToken));
    assert.match(await further.waitForFrame('ERROR'), /message:too many sockets/);
    assert.notEqual(await further.closed(PATIENCE_MS), null);
    for (const client of clients) client.end();
  });

  test('When it drips single characters, then each counts, so that no frame is assembled for ever', async () => {
    const client = await openRawClient(url);
    client.send(connectFrame(token));
    await client.waitForFrame('CONNECTED');
    for (let sent = 0; sent < 2_000 && client.socket.readyState === client.socket.OPEN; sent += 1)
      client.send('A');
    assert.match(await client.waitForFrame('ERROR'), /message:(too many frames|unknown command)/);
    assert.notEqual(await client.closed(PATIENCE_MS), null);
  });
});
