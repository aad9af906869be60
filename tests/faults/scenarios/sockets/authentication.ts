import { logout } from '@palier/test-support/actors/api-client';
import { createPlayers, type Player } from '@palier/test-support/actors/players';
import { beforeConnect, findUnrefused } from '@palier/test-support/actors/socket-refusals';
import { connectFrame, openRawClient, openStomp } from '@palier/test-support/actors/stomp-client';
import type { ScenarioContext, Scenario } from '../../scenario';
import { formatSeconds } from '@palier/test-support/statistics';

const BAD_HEART_BEATS = ['a,b', '-1,0', '4000', '1,2,3', '', ' 0,0'];

const createPlayer = async ({ cluster }: ScenarioContext, tokenLifeS?: number): Promise<Player> =>
  (await createPlayers(cluster, 1, tokenLifeS))[0]!;

async function expectRefusals(
  { cluster, within, fail }: ScenarioContext,
  { token }: Player,
  cases: Parameters<typeof findUnrefused>[2],
): Promise<void> {
  for (const failure of await findUnrefused(cluster.urlOf(0), { token, limitMs: within(5_000) }, cases))
    fail(failure);
}

export default [
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
