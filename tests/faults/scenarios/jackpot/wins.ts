import { setTimeout as wait } from 'node:timers/promises';
import { readJackpotTotals } from '@palier/test-support/actors/jackpots';
import { expectSoundJackpots, withLowPots } from '../../pots';
import { createFundedPlayers, type Player } from '@palier/test-support/actors/players';
import { openStomp, subscribeFrame } from '@palier/test-support/actors/stomp-client';
import { balanceOf, callWallet } from '@palier/test-support/actors/wallet-client';
import { waitUntilAcknowledged, WIN_TOPIC, WinListener } from '@palier/test-support/actors/win-listener';
import type { Scenario } from '../../scenario';

export default [
  {
    id: 'C34',
    title: 'rollback of a bet that fed or won a pot',
    fault: 'a bet is rolled back after it contributed to the pots, and after it won them',
    bound: 'the bet is refunded, contributions and prize remain, the ledger agrees',
    trials: { short: 1, long: 20 },
    run: (context) =>
      withLowPots(context, async (cluster) => {
        const { expect, trials } = context;
        const server = cluster.processes[0]!;
        /** Bets and rolls the bet back; returns how many pots it won. */
        const betAndRollBack = async (player: Player, name: string, bet: number): Promise<bigint> => {
          const before = await readJackpotTotals(cluster);
          const id = `${player.id}-${name}`;
          await callWallet(server, { player, txn: id, round: id, bet });
          const { status } = await callWallet(server, { player, txn: `${id}-rb`, round: id, cancels: id });
          expect(status === 1, `${id}: not rolled back`);
          const after = await readJackpotTotals(cluster);
          expect(after.contributions > before.contributions, `${id}: the contribution was taken back`);
          return after.wins - before.wins;
        };
        for (let trial = 0; trial < trials; trial += 1) {
          const [player] = (await createFundedPlayers(cluster, 1, 1_000)) as [Player];
          await betAndRollBack(player, 'small', 0.5);
          const won = await betAndRollBack(player, 'large', 900);
          expect(won === 3n, `${player.id}: the large bet won ${won} pots`);
          const { prizes } = await cluster.readRow<{ prizes: bigint }>(
            'select coalesce(sum(prize_micros), 0)::bigint as prizes from jackpot_wins where user_id = $1',
            [player.id],
          );
          const balance = await balanceOf(server, player);
          const isKept = balance === Math.round((1e9 + Number(prizes)) / 1000);
          expect(isKept, `${player.id}: ${balance}/1000 with prizes of ${prizes} micro-dinars`);
        }
        await expectSoundJackpots(context, cluster);
      }),
  },
  {
    id: 'C36',
    title: 'win notification on another process',
    fault: 'a winner connected to the other process who never acknowledges',
    bound: 'notified there without reconnecting, and again on each connection until acknowledged',
    trials: { short: 1, long: 20 },
    run: (context) =>
      withLowPots(context, async (cluster) => {
        const { expect, trials } = context;
        let slowestMs = 0;
        for (let trial = 0; trial < trials; trial += 1) {
          const [player] = (await createFundedPlayers(cluster, 1, 1_000)) as [Player];
          const silent = await openStomp(cluster.urlOf(1), player.token);
          silent.send(subscribeFrame('w', `${WIN_TOPIC}${player.id}`, 'ack:client-individual\n'));
          const startedAt = performance.now();
          const id = `far-${player.id}`;
          await callWallet(cluster.processes[0]!, { player, txn: id, round: id, bet: 900 });
          const message = await silent.waitForFrame('MESSAGE').catch(() => null);
          slowestMs = Math.max(slowestMs, performance.now() - startedAt);
          expect(message !== null, `trial ${trial}: no message from the other process`);
          silent.end();
          const back = await WinListener.open(cluster.urlOf(0), player);
          const left = await waitUntilAcknowledged(cluster, [player]);
          back.end();
          const shown = new Set(back.shown).size;
          expect(left === 0 && shown === 3, `trial ${trial}: shown ${back.shown.join()}, ${left} left`);
          const again = await WinListener.open(cluster.urlOf(1), player);
          await wait(200);
          again.end();
          expect(again.shown.length === 0, `trial ${trial}: shown after the acknowledgement`);
        }
        return `slowest ${slowestMs.toFixed(0)} ms`;
      }),
  },
] satisfies Scenario[];
