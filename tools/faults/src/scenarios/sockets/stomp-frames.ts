import type { Cluster } from '../../actors/cluster';
import { createPlayers, type Player } from '../../actors/players';
import { type Case, expectRefusals } from '../../actors/socket-refusals';
import { connectFrame, openRawClient, openStomp, subscribeFrame } from '../../actors/stomp-client';
import type { Scenario } from '../../scenario';
import { seconds } from '../../statistics';

const scenarios: Scenario[] = [
  {
    id: 'G76',
    title: 'frames out of order',
    fault:
      'frames before CONNECT, a second CONNECT, a missing or repeated id, an unknown UNSUBSCRIBE, an unknown command',
    bound: 'ERROR and close',
    trials: { short: 12, long: 12, budgetS: 2 },
    async run(context) {
      const { cluster } = context;
      const [player] = (await createPlayers(cluster, 1)) as [Player];
      const own = `/topic/jackpot/user/${player.id}`;
      const cases: Case[] = [
        { name: 'SUBSCRIBE first', isFirst: true, frames: [subscribeFrame('a', own)] },
        { name: 'SEND first', isFirst: true, frames: ['SEND\ndestination:/x\n\n\0'] },
        { name: 'ACK first', isFirst: true, frames: ['ACK\nid:1\n\n\0'] },
        {
          name: 'two CONNECT at once',
          isFirst: true,
          frames: [connectFrame(player.token) + connectFrame(player.token)],
        },
        { name: 'second CONNECT', frames: [connectFrame(player.token)] },
        { name: 'unknown command', frames: ['SUBSCRIBER\nid:1\n\n\0'] },
        { name: 'lower case', frames: ['subscribe\nid:1\n\n\0'] },
        { name: 'transaction', frames: ['BEGIN\ntransaction:t\n\n\0'] },
        { name: 'no id', frames: [`SUBSCRIBE\ndestination:${own}\n\n\0`] },
        { name: 'id twice', frames: [subscribeFrame('a', own) + subscribeFrame('a', own)] },
        { name: 'no destination', frames: ['SUBSCRIBE\nid:1\n\n\0'] },
        { name: 'unknown UNSUBSCRIBE', frames: ['UNSUBSCRIBE\nid:none\n\n\0'] },
      ];
      return { trials: cases.length, failures: await expectRefusals(context, player, cases) };
    },
  },
  {
    id: 'G77',
    title: 'STOMP syntax',
    fault: 'versions, line ends, escapes, repeated headers, outer spaces',
    bound: 'refused with the supported versions, or parsed as STOMP specifies',
    trials: { short: 10, long: 10, budgetS: 2 },
    async run(context) {
      const { cluster } = context;
      const [player] = (await createPlayers(cluster, 1)) as [Player];
      const { url } = cluster.processes[0]!;
      const own = `/topic/jackpot/user/${player.id}`;
      const failures = await expectRefusals(context, player, [
        { name: 'escape \\t', frames: [`SUBSCRIBE\nid:a\\t\ndestination:${own}\n\n\0`] },
        { name: 'escape at the end', frames: [`SUBSCRIBE\nid:a\\\ndestination:${own}\n\n\0`] },
        { name: 'edge space', frames: [`SUBSCRIBE\nid:a\ndestination: ${own}\n\n\0`] },
        { name: 'header without colon', frames: [`SUBSCRIBE\nid\ndestination:${own}\n\n\0`] },
        { name: 'stray CR', frames: [`SUBSCRIBE\nid:a\rb\ndestination:${own}\n\n\0`] },
        { name: 'no common version', isFirst: true, frames: ['CONNECT\naccept-version:2.0\n\n\0'] },
      ]);
      const unknown = await openRawClient(url);
      unknown.send('CONNECT\naccept-version:9.9\n\n\0');
      const error = await unknown.waitForFrame('ERROR');
      if (!error.includes('version:1.2,1.1,1.0')) failures.push(`supported versions not listed: ${error}`);
      const accepted: readonly [string, string][] = [
        ['STOMP', connectFrame(player.token).replace('CONNECT', 'STOMP')],
        ['CRLF', connectFrame(player.token).replaceAll('\n', '\r\n')],
        ['heart-beats around', `\n\r\n${connectFrame(player.token)}\n\n`],
        ['first header counts', connectFrame(player.token, 'heart-beat:0,0\nheart-beat:x\n')],
      ];
      for (const [name, text] of accepted) {
        const client = await openRawClient(url);
        client.send(text);
        await client
          .waitForFrame('CONNECTED')
          .catch((reason: unknown) => failures.push(`${name}: ${String(reason)}`));
        const escaped = 'x\\cy\\nz\\r\\\\';
        client.send(`SUBSCRIBE\nid:a\\cb\\\\\ndestination:${own}\nreceipt:${escaped}\n\n\0`);
        const receipt = await client.waitForFrame('RECEIPT').catch(() => '');
        if (!receipt.includes(`receipt-id:${escaped}\n`))
          failures.push(`${name}: escapes not kept: ${receipt}`);
        client.end();
      }
      return { trials: 11, failures };
    },
  },
  {
    id: 'G78',
    title: 'frame lengths',
    fault:
      'content-length -1, x, too large, too small; NUL in a body; a body where none is allowed; malformed SockJS messages',
    bound: 'ERROR or close',
    trials: { short: 7, long: 7, budgetS: 2 },
    async run(context) {
      const { cluster, within } = context;
      const [player] = (await createPlayers(cluster, 1)) as [Player];
      const own = `/topic/jackpot/user/${player.id}`;
      const withLength = (length: string, body = ''): string =>
        `SUBSCRIBE\nid:a\ndestination:${own}\ncontent-length:${length}\n\n${body}\0`;
      const cases: Case[] = [
        { name: '-1', frames: [withLength('-1')] },
        { name: 'x', frames: [withLength('x')] },
        { name: 'too big', frames: [withLength('999999999')] },
        { name: 'too small', frames: [withLength('1', 'abc')] },
        { name: 'NUL in a body', frames: [`SEND\ndestination:${own}\ncontent-length:3\n\na\0b\0`] },
        { name: 'a body', frames: [`SUBSCRIBE\nid:a\ndestination:${own}\n\nbody\0`] },
      ];
      const failures = await expectRefusals(context, player, cases);
      for (const text of ['[1]', '{"a":1}', 'nonsense', '["a",', '[null]']) {
        const client = await openRawClient(cluster.processes[0]!.url);
        client.socket.send(text);
        if ((await client.closed(within(3_000))) === null)
          failures.push(`${text}: the connection stayed open`);
        client.end();
      }
      return { trials: 11, failures };
    },
  },
  {
    id: 'G80',
    title: 'socket authentication',
    fault:
      'CONNECT without a token, with a refresh, forged or expired token; no CONNECT, incomplete frames; a token that expires; a session ended on the other process',
    bound: 'ERROR and close: at once; within 10–12 s; within 2 s of expiry; within 1 s of the end',
    trials: { short: 6, long: 6, budgetS: 11 },
    async run(context) {
      const { cluster, within } = context;
      const [player, patient] = (await createPlayers(cluster, 2)) as [Player, Player];
      const [brief] = (await createPlayers(cluster, 1, 3)) as [Player];
      const [first, second] = cluster.processes as [Cluster['processes'][0], Cluster['processes'][0]];
      const { refreshToken } = await cluster.login('admin');
      const waiting = {
        'no CONNECT': await openRawClient(first.url),
        'half a CONNECT': await openRawClient(first.url),
        'half a SUBSCRIBE': await openStomp(first.url, patient.token),
      };
      const waitingSince = performance.now();
      waiting['half a CONNECT'].send('CONNECT\naccept-version:1.2\n');
      waiting['half a SUBSCRIBE'].send('SUBSCRIBE\nid:a\n');
      const failures = await expectRefusals(context, player, [
        { name: 'no token', isFirst: true, frames: ['CONNECT\naccept-version:1.2\n\n\0'] },
        { name: 'refresh token', isFirst: true, frames: [connectFrame(refreshToken)] },
        { name: 'forged', isFirst: true, frames: [connectFrame(`${player.token.slice(0, -4)}AAAA`)] },
        { name: 'none', isFirst: true, frames: [connectFrame('eyJhbGciOiJub25lIn0.e30.')] },
      ]);
      const expiring = await openStomp(first.url, brief.token);
      const expired = await expiring.closed(within(8_000));
      if (expired === null || expired > within(5_500))
        failures.push(`expired token: closed after ${expired ?? '∞'} ms`);
      const late: Case = { name: 'expired', isFirst: true, frames: [connectFrame(brief.token)] };
      failures.push(...(await expectRefusals(context, brief, [late])));

      const held = await openStomp(first.url, player.token);
      const ended = await second.call('POST', '/auth/logout', { token: player.token, body: {} });
      const closedAfter = await held.closed(within(3_000));
      if (closedAfter === null || closedAfter > within(1_000))
        failures.push(`session ended elsewhere (${ended.status}): closed after ${closedAfter ?? '∞'} ms`);

      for (const [name, client] of Object.entries(waiting)) {
        const left = within(12_000) - (performance.now() - waitingSince);
        if ((await client.closed(left)) === null) failures.push(`${name}: the connection stayed open`);
        client.end();
      }
      return {
        trials: 10,
        failures,
        measured: `ended elsewhere: closed after ${Math.round(closedAfter ?? Number.NaN)} ms`,
      };
    },
  },
  {
    id: 'G81',
    title: 'heart-beats',
    fault: 'heart-beat 4000,4000 from a client that then sends nothing; malformed heart-beat headers',
    bound: 'a beat every 4 s; the silent client is dropped in 8–12 s; malformed: ERROR',
    trials: { short: 1, long: 3, budgetS: 21 },
    async run(context) {
      const { cluster, trials, isLong, within } = context;
      const [player] = (await createPlayers(cluster, 1)) as [Player];
      const { url } = cluster.processes[0]!;
      const failures = await expectRefusals(
        context,
        player,
        ['a,b', '-1,0', '4000', '1,2,3', '', ' 0,0'].map((beat) => ({
          name: `heart-beat:${beat}`,
          isFirst: true,
          frames: [connectFrame(player.token, `heart-beat:${beat}\n`)],
        })),
      );
      const dropped: number[] = [];
      for (let trial = 0; trial < trials; trial += 1) {
        const silent = await openStomp(url, player.token, 'heart-beat:4000,4000\n');
        const after = await silent.closed(within(15_000));
        const beats = silent.frames.filter((frame) => frame === '\n').length;
        if (after === null || (isLong && after < 7_500) || after > within(12_000))
          failures.push(`dropped after ${after ?? '∞'} ms`);
        if (beats < 2) failures.push(`${beats} beats in ${after ?? 0} ms`);
        dropped.push(after ?? Number.NaN);
      }
      const slowest = `silent: dropped after ${seconds(Math.max(...dropped))}`;
      return { trials: trials + 6, failures, measured: slowest };
    },
  },
];
export default scenarios;
