import { setTimeout as wait } from 'node:timers/promises';
import type { Scenario } from '../../scenario';
import { createFundedPlayers } from '../../actors/players';
import type { ServerProcess } from '../../actors/server-process';
import { openStomp } from '../../actors/stomp-client';
import { callWallet } from '../../actors/wallet-client';

const HOUR_MS = 3_600_000;
const SHIFTED_CLOCK = new URL('../../actors/shifted-clock.mjs', import.meta.url).href;

const scenarios: Scenario[] = [
  {
    id: 'H93',
    title: 'wrong clock',
    fault: 'one process’s clock an hour ahead, then jumping back and forth by two hours under load',
    bound:
      'ledger times and order follow the database; token rules hold; heart-beats continue; no negative duration',
    trials: { long: 10, budgetS: 20 },
    ownCluster: true,
    async run({ startOwnCluster, trials }) {
      const cluster = await startOwnCluster({ processes: 1 });
      const [right] = cluster.processes as [ServerProcess];
      const wrong = await cluster.start({
        environment: { NODE_OPTIONS: `--import=${SHIFTED_CLOCK}`, CLOCK_SHIFT_MS: String(HOUR_MS) },
      });
      await wrong.ready();
      const failures: string[] = [];
      const expect = async (name: string, server: ServerProcess, token: string, status: number) => {
        const answer = await server.call('GET', '/user/me', { token });
        if (answer.status !== status) failures.push(`${name}: ${answer.status}, not ${status}`);
      };
      const signIn = async (server: ServerProcess, username: string, password: string) =>
        (await server.call('POST', '/auth/login', { body: { username, password } })).body as {
          accessToken: string;
          refreshToken: string;
        };
      const ofRight = await signIn(right, 'admin', 'Admin1234');
      const ofWrong = await signIn(wrong, 'superadmin', 'Super1234');
      await expect('a token where it was signed', wrong, ofWrong.accessToken, 200);
      await expect('a token of the past', wrong, ofRight.accessToken, 401);
      await expect('a token of the future', right, ofWrong.accessToken, 401);
      const refreshed = await right.call('POST', '/auth/refresh-token', {
        body: { refreshToken: ofWrong.refreshToken },
      });
      if (refreshed.status !== 200) failures.push(`refresh by the database’s clock: ${refreshed.status}`);

      const socketOwner = await signIn(wrong, 'client', 'Client1234');
      const socket = await openStomp(wrong.url, socketOwner.accessToken, 'heart-beat:0,4000\n');
      const players = await createFundedPlayers(cluster, 4, 10_000);
      let isOver = false;
      let bets = 0;
      const play = async (server: ServerProcess, player: { id: number }, lane: number): Promise<void> => {
        for (let call = 0; !isOver; call += 1) {
          const id = `clock-${lane}-${call}`;
          const answer = await callWallet(server, {
            player,
            txn: id,
            round: id,
            type: 'debit_credit',
            bet: 0.5,
            win: 0.25,
          }).catch((error: unknown) => ({ status: 0, msg: String(error) }));
          bets += 1;
          if (answer.status !== 1) failures.push(`${id}: ${answer.msg ?? answer.status}`);
        }
      };
      const load = Promise.all(
        // Both processes serve the same players, so their postings must keep one order.
        players.flatMap((player, lane) => [play(right, player, lane), play(wrong, player, lane + 10)]),
      );
      // The first jump is two hours back, where heart-beats driven by the wall clock would stop.
      for (let jump = 0; jump < trials; jump += 1) {
        process.kill(wrong.pid, 'SIGWINCH');
        await wait(jump === 0 ? 9_000 : 300);
        if (jump === 0 && !socket.frames.includes('\n'))
          failures.push('no heart-beat after the clock was set back');
        if (jump === 0 && socket.socket.readyState !== socket.socket.OPEN)
          failures.push('the socket was closed when the clock was set back');
      }
      isOver = true;
      await load;
      socket.end();

      const { rows: ahead } = await cluster.owner.query<{ count: bigint }>(
        "select count(*) from transfers where created_at > clock_timestamp() or created_at < clock_timestamp() - interval '30 minutes' and kind = 'BET' and id > (select max(id) - 50 from transfers)",
      );
      if (ahead[0]!.count > 0n) failures.push(`${ahead[0]!.count} transfers outside the database’s time`);
      const negative = wrong.log.filter((line) => /"ms":-/.test(line)).length;
      if (negative > 0) failures.push(`${negative} calls of negative duration in the log`);
      const metrics = await (await fetch(`${wrong.url}/metrics`)).text();
      const sums = metrics.split('\n').filter((line) => /_(sum|seconds)(\{.*\})? -/.test(line));
      if (sums.length > 0) failures.push(`negative durations: ${sums.slice(0, 3).join('; ')}`);
      return { trials, failures: failures.slice(0, 20), measured: `${bets} bets` };
    },
  },
];
export default scenarios;
