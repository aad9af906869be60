import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIMIT_MS, useDemoServer } from './demo-server';
import { createPlayers, type Player } from '@palier/test-support/actors/players';
import { afterConnect, beforeConnect, findUnrefused } from '@palier/test-support/actors/socket-refusals';
import {
  connectFrame,
  COUNTERS_TOPIC,
  openRawClient,
  subscribeFrame,
} from '@palier/test-support/actors/stomp-client';

const ESCAPED = 'x\\cy\\nz\\r\\\\';
const BAD_SOCKJS_MESSAGES = ['[1]', '{"a":1}', 'nonsense', '["a",', '[null]'];

describe('STOMP frames', () => {
  const server = useDemoServer();
  const createPlayer = async (): Promise<Player> => (await createPlayers(server, 1))[0]!;
  const assertRefused = async (
    { token }: Player,
    cases: Parameters<typeof findUnrefused>[2],
  ): Promise<void> =>
    assert.deepEqual(await findUnrefused(server.urlOf(0), { token, limitMs: LIMIT_MS }, cases), []);

  test('frames out of order: each gets an ERROR and closes the connection (G76)', async () => {
    const player = await createPlayer();
    const connect = connectFrame(player.token);
    const subscribe = subscribeFrame('a', `/topic/jackpot/user/${player.id}`);
    await assertRefused(player, {
      'SUBSCRIBE first': beforeConnect(subscribe),
      'SEND first': beforeConnect('SEND\ndestination:/x\n\n\0'),
      'ACK first': beforeConnect('ACK\nid:1\n\n\0'),
      'two CONNECT at once': beforeConnect(connect + connect),
      'second CONNECT': afterConnect(connect),
      'unknown command': afterConnect('SUBSCRIBER\nid:1\n\n\0'),
      'lower case': afterConnect('subscribe\nid:1\n\n\0'),
      transaction: afterConnect('BEGIN\ntransaction:t\n\n\0'),
      'no id': afterConnect(subscribe.replace('id:a\n', '')),
      'id twice': afterConnect(subscribe + subscribe),
      'no destination': afterConnect('SUBSCRIBE\nid:1\n\n\0'),
      'unknown UNSUBSCRIBE': afterConnect('UNSUBSCRIBE\nid:none\n\n\0'),
      'more frames behind CONNECT than are kept': beforeConnect(connect + 'NACK\nid:1\n\n\0'.repeat(17)),
      'ACK of no message': afterConnect('ACK\nreceipt:r\n\n\0'),
      'NACK of no message': afterConnect('NACK\nsubscription:a\n\n\0'),
      'ACK in a transaction': afterConnect('ACK\nid:w:1\ntransaction:t\n\n\0'),
      'unknown mode of acknowledgement': afterConnect(subscribeFrame('a', COUNTERS_TOPIC, 'ack:once\n')),
    });
  });

  test('STOMP syntax: a frame is parsed as STOMP specifies, or refused (G77)', async () => {
    const player = await createPlayer();
    const url = server.urlOf(0);
    const own = `/topic/jackpot/user/${player.id}`;
    await assertRefused(player, {
      'escape \\t': afterConnect(subscribeFrame('a\\t', own)),
      'escape at the end': afterConnect(subscribeFrame('a\\', own)),
      'edge space': afterConnect(subscribeFrame('a', ` ${own}`)),
      'header without colon': afterConnect(`SUBSCRIBE\nid\ndestination:${own}\n\n\0`),
      'stray CR': afterConnect(subscribeFrame('a\rb', own)),
      'no common version': beforeConnect('CONNECT\naccept-version:2.0\n\n\0'),
    });
    for (const offer of ['', 'accept-version:1.0\n', 'accept-version:9.9\n']) {
      const unknown = await openRawClient(url);
      unknown.send(`CONNECT\n${offer}\n\0`);
      const error = await unknown.waitForFrame('ERROR');
      assert.ok(error.includes('version:1.2,1.1\n'), `supported versions not listed: ${error}`);
    }
    const connect = connectFrame(player.token);
    const accepted = {
      STOMP: connect.replace('CONNECT', 'STOMP'),
      CRLF: connect.replaceAll('\n', '\r\n'),
      'heart-beats around': `\n\r\n${connect}\n\n`,
      'first header counts': connectFrame(player.token, 'heart-beat:0,0\nheart-beat:x\n'),
    };
    for (const [name, text] of Object.entries(accepted)) {
      const client = await openRawClient(url);
      // In one message, as a client may send them.
      client.send(text + subscribeFrame('a\\cb\\\\', own, `receipt:${ESCAPED}\n`));
      const connected = client.waitForFrame('CONNECTED');
      await connected.catch((reason: unknown) => assert.fail(`${name}: ${String(reason)}`));
      const receipt = await client.waitForFrame('RECEIPT').catch(() => '');
      assert.ok(receipt.includes(`receipt-id:${ESCAPED}\n`), `${name}: escapes not kept: ${receipt}`);
      client.end();
    }
  });

  test('frames: a wrong length, a needless body or bad SockJS text closes the connection (G78)', async () => {
    const player = await createPlayer();
    const own = `/topic/jackpot/user/${player.id}`;
    const subscribe = (length: string, body = '') =>
      afterConnect(subscribeFrame('a', own, `content-length:${length}\n`).replace('\0', `${body}\0`));
    await assertRefused(player, {
      '-1': subscribe('-1'),
      x: subscribe('x'),
      'too big': subscribe('999999999'),
      'too small': subscribe('1', 'abc'),
      'NUL in a body': afterConnect(`SEND\ndestination:${own}\ncontent-length:3\n\na\0b\0`),
      'a body': afterConnect(subscribeFrame('a', own).replace('\0', 'body\0')),
    });
    for (const text of BAD_SOCKJS_MESSAGES) {
      const client = await openRawClient(server.urlOf(0));
      client.socket.send(text);
      assert.ok((await client.closed(LIMIT_MS)) !== null, `${text}: the connection stayed open`);
      client.end();
    }
  });
});
