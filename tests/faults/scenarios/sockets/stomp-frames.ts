import { logout } from '@palier/test-support/actors/api-client';
import { createPlayers, type Player } from '@palier/test-support/actors/players';
import { afterConnect, beforeConnect, expectRefusals } from '../../socket-refusals';
import {
  connectFrame,
  COUNTERS_TOPIC,
  openRawClient,
  openStomp,
  subscribeFrame,
} from '@palier/test-support/actors/stomp-client';
import type { ScenarioContext, Scenario } from '../../scenario';
import { formatSeconds } from '@palier/test-support/statistics';

const ESCAPED = 'x\\cy\\nz\\r\\\\';
const BAD_HEART_BEATS = ['a,b', '-1,0', '4000', '1,2,3', '', ' 0,0'];
const BAD_SOCKJS_MESSAGES = ['[1]', '{"a":1}', 'nonsense', '["a",', '[null]'];

const createPlayer = async ({ cluster }: ScenarioContext, tokenLifeS?: number): Promise<Player> =>
  (await createPlayers(cluster, 1, tokenLifeS))[0]!;

export default [
  {
    id: 'G76',
    title: 'frames out of order',
    fault:
      'frames before CONNECT, a second CONNECT, a missing or repeated id, an unknown UNSUBSCRIBE, ' +
      'an unknown command, an ACK of nothing',
    bound: 'ERROR and close',
    async run(context) {
      const player = await createPlayer(context);
      const connect = connectFrame(player.token);
      const subscribe = subscribeFrame('a', `/topic/jackpot/user/${player.id}`);
      await expectRefusals(context, player, {
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
    },
  },
  {
    id: 'G77',
    title: 'STOMP syntax',
    fault: 'versions, line ends, escapes, repeated headers, outer spaces',
    bound: 'refused with the supported versions, or parsed as STOMP specifies',
    async run(context) {
      const { cluster, expect, fail } = context;
      const player = await createPlayer(context);
      const url = cluster.urlOf(0);
      const own = `/topic/jackpot/user/${player.id}`;
      await expectRefusals(context, player, {
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
        expect(error.includes('version:1.2,1.1\n'), `supported versions not listed: ${error}`);
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
        await connected.catch((reason: unknown) => fail(`${name}: ${String(reason)}`));
        const receipt = await client.waitForFrame('RECEIPT').catch(() => '');
        expect(receipt.includes(`receipt-id:${ESCAPED}\n`), `${name}: escapes not kept: ${receipt}`);
        client.end();
      }
    },
  },
  {
    id: 'G78',
    title: 'frame lengths',
    fault:
      'content-length -1, x, too large, too small; NUL in a body; a body where none is allowed; ' +
      'malformed SockJS messages',
    bound: 'ERROR or close',
    async run(context) {
      const { cluster, within, expect } = context;
      const player = await createPlayer(context);
      const own = `/topic/jackpot/user/${player.id}`;
      const subscribe = (length: string, body = '') =>
        afterConnect(subscribeFrame('a', own, `content-length:${length}\n`).replace('\0', `${body}\0`));
      await expectRefusals(context, player, {
        '-1': subscribe('-1'),
        x: subscribe('x'),
        'too big': subscribe('999999999'),
        'too small': subscribe('1', 'abc'),
        'NUL in a body': afterConnect(`SEND\ndestination:${own}\ncontent-length:3\n\na\0b\0`),
        'a body': afterConnect(subscribeFrame('a', own).replace('\0', 'body\0')),
      });
      for (const text of BAD_SOCKJS_MESSAGES) {
        const client = await openRawClient(cluster.urlOf(0));
        client.socket.send(text);
        expect((await client.closed(within(3_000))) !== null, `${text}: the connection stayed open`);
        client.end();
      }
    },
  },
  {
    id: 'G80',
    title: 'socket authentication',
    fault:
      'CONNECT without a token, with a refresh, forged or expired token; no CONNECT, ' +
      'incomplete frames; a token that expires; a session ended on the other process',
    bound: 'ERROR and close: at once; within 10–12 s; within 2 s of expiry; within 1 s of the end',
    mostlyIdle: true,
    async run(context) {
      const { cluster, within, expect } = context;
      const url = cluster.urlOf(0);
      const player = await createPlayer(context);
      const patient = await createPlayer(context);
      const { refreshToken } = await cluster.login('admin');
      const waiting = {
        'no CONNECT': await openRawClient(url),
        'half a CONNECT': await openRawClient(url),
        'half a SUBSCRIBE': await openStomp(url, patient.token),
      };
      const waitingSince = performance.now();
      waiting['half a CONNECT'].send('CONNECT\naccept-version:1.2\n');
      waiting['half a SUBSCRIBE'].send('SUBSCRIBE\nid:a\n');
      await expectRefusals(context, player, {
        'no token': beforeConnect('CONNECT\naccept-version:1.2\n\n\0'),
        'refresh token': beforeConnect(connectFrame(refreshToken)),
        forged: beforeConnect(connectFrame(`${player.token.slice(0, -4)}AAAA`)),
        none: beforeConnect(connectFrame('eyJhbGciOiJub25lIn0.e30.')),
      });
      const brief = await createPlayer(context, 3);
      const expiredMs = await (await openStomp(url, brief.token)).closed(within(8_000));
      const hasExpired = expiredMs !== null && expiredMs <= within(5_500);
      expect(hasExpired, `expired token: closed after ${expiredMs ?? '∞'} ms`);
      await expectRefusals(context, brief, { expired: beforeConnect(connectFrame(brief.token)) });

      const held = await openStomp(url, player.token);
      const { status } = await logout(cluster.urlOf(1), player.token);
      const closedMs = await held.closed(within(3_000));
      const isClosed = closedMs !== null && closedMs <= within(1_000);
      expect(isClosed, `session ended elsewhere (${status}): closed after ${closedMs ?? '∞'} ms`);

      for (const [name, client] of Object.entries(waiting)) {
        const left = within(12_000) - (performance.now() - waitingSince);
        expect((await client.closed(left)) !== null, `${name}: the connection stayed open`);
        client.end();
      }
      return `ended elsewhere: closed after ${Math.round(closedMs ?? Number.NaN)} ms`;
    },
  },
  {
    id: 'G81',
    title: 'heart-beats',
    fault: 'heart-beat 4000,4000 from a client that then sends nothing; malformed heart-beat headers',
    bound: 'a beat every 4 s; the silent client is dropped in 8–12 s; malformed: ERROR',
    trials: { short: 1, long: 3 },
    mostlyIdle: true,
    async run(context) {
      const { cluster, trials, isLong, within, expect } = context;
      const player = await createPlayer(context);
      const withBeat = (beat: string) => beforeConnect(connectFrame(player.token, `heart-beat:${beat}\n`));
      const cases = Object.fromEntries(BAD_HEART_BEATS.map((beat) => [`heart-beat:${beat}`, withBeat(beat)]));
      await expectRefusals(context, player, cases);
      const droppedMs: number[] = [];
      for (let trial = 0; trial < trials; trial += 1) {
        const silent = await openStomp(cluster.urlOf(0), player.token, 'heart-beat:4000,4000\n');
        const ms = (await silent.closed(within(15_000))) ?? Infinity;
        const beats = silent.frames.filter((frame) => frame === '\n').length;
        expect(ms <= within(12_000) && (ms >= 7_500 || !isLong), `dropped after ${ms} ms`);
        expect(beats >= 2, `${beats} beats in ${ms} ms`);
        droppedMs.push(ms);
      }
      return `silent: dropped after ${formatSeconds(Math.max(...droppedMs))}`;
    },
  },
] satisfies Scenario[];
