import { setTimeout as wait } from 'node:timers/promises';
import type { Session } from '@palier/test-support/actors/cluster';
import { createFundedPlayers } from '@palier/test-support/actors/players';
import type { ServerProcess } from '@palier/test-support/actors/server-process';
import { openStomp } from '@palier/test-support/actors/stomp-client';
import { playOnce } from '@palier/test-support/actors/wallet-client';
import type { Scenario } from '../../scenario';

const HOUR_MS = 3_600_000;
const SHIFTED_CLOCK = new URL('../../../support/actors/shifted-clock.mjs', import.meta.url).href;

const signIn = async (server: ServerProcess, username: string, password: string): Promise<Session> =>
  (await server.call('POST', '/auth/login', { body: { username, password } })).body as Session;

export default [
  {
    id: 'H93',
    title: 'wrong clock',
    fault: 'one process’s clock an hour ahead, then jumping back and forth by two hours under load',
    bound:
      'ledger times and order follow the database; token rules hold; heart-beats continue; ' +
      'no negative duration',
    trials: { long: 10 },
    ownCluster: true,
    async run({ startOwnCluster, trials, expect }) {
      const cluster = await startOwnCluster({ processes: 1 });
      const [right] = cluster.processes as [ServerProcess];
      const wrong = await cluster.start({
        environment: { NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`, CLOCK_SHIFT_MS: String(HOUR_MS) },
      });
      await wrong.ready();
      const expectStatus = async (name: string, server: ServerProcess, token: string, expected: number) => {
        const { status } = await server.call('GET', '/user/me', { token });
        expect(status === expected, `${name}: ${status}, not ${expected}`);
      };
      const ofRight = await signIn(right, 'admin', 'Admin1234');
      const ofWrong = await signIn(wrong, 'superadmin', 'Super1234');
      await expectStatus('a token where it was signed', wrong, ofWrong.accessToken, 200);
      await expectStatus('a token of the past', wrong, ofRight.accessToken, 401);
      await expectStatus('a token of the future', right, ofWrong.accessToken, 401);
      const body = { refreshToken: ofWrong.refreshToken };
      const refreshed = await right.call('POST', '/auth/refresh-token', { body });
      expect(refreshed.status === 200, `refresh by the database’s clock: ${refreshed.status}`);

      const { accessToken } = await signIn(wrong, 'client', 'Client1234');
      const client = await openStomp(wrong.url, accessToken, 'heart-beat:0,4000\n');
      const players = await createFundedPlayers(cluster, 4, 10_000);
      let isOver = false;
      let bets = 0;
      const play = async (server: ServerProcess, playerId: number): Promise<void> => {
        for (; !isOver; bets += 1) {
          const { status, msg } = await playOnce(server, playerId, { bet: 0.5, win: 0.25 });
          expect(status === 1, `a bet: ${msg}`);
        }
      };
      // Both processes serve the same players, so their postings must keep one order.
      const load = Promise.all(players.flatMap(({ id }) => [play(right, id), play(wrong, id)]));
      // Awaited below; this handler only prevents an unhandled rejection until then.
      load.catch(() => undefined);
      // The first jump is two hours back, where heart-beats driven by the wall clock would stop.
      for (let jump = 0; jump < trials; jump += 1) {
        process.kill(wrong.pid, 'SIGWINCH');
        await wait(jump === 0 ? 9_000 : 300);
        if (jump > 0) continue;
        expect(client.frames.includes('\n'), 'no heart-beat after the clock was set back');
        const { readyState, OPEN } = client.socket;
        expect(readyState === OPEN, 'the socket was closed when the clock was set back');
      }
      isOver = true;
      await load;
      client.end();

      const { outside } = await cluster.readRow<{ outside: bigint }>(
        `select count(*) as outside from transfers where created_at > clock_timestamp()
          or created_at < clock_timestamp() - interval '30 minutes' and kind = 'BET'
          and id > (select max(id) - 50 from transfers)`,
      );
      expect(outside === 0n, `${outside} transfers outside the database’s time`);
      const negative = wrong.log.filter((line) => line.includes('"ms":-')).length;
      expect(negative === 0, `${negative} calls of negative duration in the log`);
      const metrics = await (await fetch(`${wrong.url}/metrics`)).text();
      const sums = metrics.split('\n').filter((line) => /_(sum|seconds)(\{.*\})? -/.test(line));
      expect(sums.length === 0, `negative durations: ${sums.slice(0, 3).join('; ')}`);
      return `${bets} bets`;
    },
  },
] satisfies Scenario[];
