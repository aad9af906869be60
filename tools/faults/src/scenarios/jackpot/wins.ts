import type { Cluster } from '../../actors/cluster';
import {
  jackpotFailures,
  LOW_POTS,
  readJackpotTotals,
  restartPots,
  WINNING_STAKE,
  withLowPots,
} from '../../actors/jackpots';
import { createFundedPlayers } from '../../actors/players';
import { openStomp, subscribeFrame } from '../../actors/stomp-client';
import { balanceOf, callWallet } from '../../actors/wallet-client';
import { waitUntilAcknowledged, WIN_TOPIC, WinListener } from '../../actors/win-listener';
import type { Scenario } from '../../scenario';

/** The winning stake's contribution to each low pot, in micro-dinars. */
const WINNING_CONTRIBUTION = (BigInt(WINNING_STAKE) * 1_000_000n * BigInt(LOW_POTS.rate)) / 1_000n;

/** The pots by tier, each with its last prize, in micro-dinars. */
async function potsOf({ owner }: Cluster): Promise<{ tier: string; balance: bigint; lastPrize: bigint }[]> {
  const { rows: pots } = await owner.query<{ tier: string; balance: bigint; lastPrize: bigint }>(
    `select p.tier, a.balance,
            (select w.prize_micros from jackpot_wins w where w.tier = p.tier order by w.id desc limit 1) as "lastPrize"
       from jackpot_pots p join accounts a on a.id = p.account_id order by p.tier`,
  );
  return pots;
}

const scenarios: Scenario[] = [
  {
    id: 'C34',
    title: 'rollback of a bet that fed or won a pot',
    fault: 'a bet is rolled back after it contributed to the pots, and after it won them',
    bound: 'the bet is refunded, contributions and prize remain, the ledger agrees',
    trials: { short: 1, long: 20, budgetS: 3 },
    async run(context) {
      const { cluster } = context;
      return withLowPots(cluster, async () => {
        const server = cluster.processes[0]!;
        const failures: string[] = [];
        for (let trial = 0; trial < context.trials; trial += 1) {
          const [player] = await createFundedPlayers(cluster, 1, 1_000);
          const bet = async (amount: number, name: string): Promise<number> => {
            const before = await readJackpotTotals(cluster);
            const id = `${player!.id}-${name}`;
            await callWallet(server, { player: player!, txn: id, round: id, bet: amount });
            const { status } = await callWallet(server, {
              player: player!,
              txn: `${id}-rb`,
              round: id,
              cancels: id,
            });
            if (status !== 1) failures.push(`${id}: not rolled back`);
            const after = await readJackpotTotals(cluster);
            if (after.contributions <= before.contributions)
              failures.push(`${id}: the contribution was taken back`);
            return Number(after.wins - before.wins);
          };
          await bet(0.5, 'small');
          const won = await bet(900, 'great');
          if (won !== 3) failures.push(`${player!.id}: the large bet won ${won} pots`);
          const { rows: prizes } = await cluster.owner.query<{ prize: bigint }>(
            'select coalesce(sum(prize_micros), 0)::bigint as prize from jackpot_wins where user_id = $1',
            [player!.id],
          );
          const balance = await balanceOf(server, player!);
          if (balance !== Math.round((1e9 + Number(prizes[0]!.prize)) / 1000))
            failures.push(`${player!.id}: ${balance}/1000 with prizes of ${prizes[0]!.prize} micro-dinars`);
        }
        return {
          trials: context.trials,
          failures: [...failures, ...jackpotFailures(await readJackpotTotals(cluster))],
        };
      });
    },
  },
  {
    id: 'C35',
    title: 'contribution far above the ceiling',
    fault: 'one bet that contributes far more than the ceiling',
    bound: 'the prize is the whole pot to the micro-dinar; one win per pot, which restarts at its seed',
    trials: { short: 1, long: 20, budgetS: 2 },
    async run(context) {
      const { cluster } = context;
      return withLowPots(cluster, async () => {
        const failures: string[] = [];
        for (let trial = 0; trial < context.trials; trial += 1) {
          const before = await readJackpotTotals(cluster);
          const expected = (await potsOf(cluster)).map(({ balance }) => balance + WINNING_CONTRIBUTION);
          await restartPots(cluster);
          const after = await readJackpotTotals(cluster);
          if (after.hits - before.hits !== 3n)
            failures.push(`trial ${trial}: ${after.hits - before.hits} hits`);
          const pots = await potsOf(cluster);
          for (const [index, { tier, balance, lastPrize }] of pots.entries()) {
            if (lastPrize !== expected[index])
              failures.push(`trial ${trial}, ${tier}: a prize of ${lastPrize}, not ${expected[index]}`);
            if (balance !== BigInt(LOW_POTS.seed * 1e6))
              failures.push(`trial ${trial}, ${tier}: left ${balance}`);
          }
        }
        return {
          trials: context.trials,
          failures: [...failures, ...jackpotFailures(await readJackpotTotals(cluster))],
        };
      });
    },
  },
  {
    id: 'C36',
    title: 'win notification on another process',
    fault: 'a winner connected to the other process who never acknowledges',
    bound: 'notified there without reconnecting, and again on each connection until acknowledged',
    trials: { short: 1, long: 20, budgetS: 9 },
    async run(context) {
      const { cluster } = context;
      return withLowPots(cluster, async () => {
        const failures: string[] = [];
        let slowestMs = 0;
        for (let trial = 0; trial < context.trials; trial += 1) {
          const [player] = await createFundedPlayers(cluster, 1, 1_000);
          const silent = await openStomp(cluster.processes[1]!.url, player!.token);
          silent.send(subscribeFrame('w', `${WIN_TOPIC}${player!.id}`, 'ack:client-individual\n'));
          const startedAt = performance.now();
          const id = `far-${player!.id}`;
          await callWallet(cluster.processes[0]!, { player: player!, txn: id, round: id, bet: 900 });
          const message = await silent.waitForFrame('MESSAGE', 10_000).catch(() => null);
          slowestMs = Math.max(slowestMs, performance.now() - startedAt);
          if (message === null) failures.push(`trial ${trial}: no message from the other process`);
          silent.end();
          const back = await WinListener.open(cluster.processes[0]!.url, player!);
          const left = await waitUntilAcknowledged(cluster, [player!]);
          back.end();
          if (left > 0 || new Set(back.shown).size !== 3)
            failures.push(`trial ${trial}: shown ${back.shown.join()}, ${left} left`);
          const again = await WinListener.open(cluster.processes[1]!.url, player!);
          await new Promise((resolve) => setTimeout(resolve, 200));
          again.end();
          if (again.shown.length > 0) failures.push(`trial ${trial}: shown after the acknowledgement`);
        }
        return { trials: context.trials, failures, measured: `slowest ${slowestMs.toFixed(0)} ms` };
      });
    },
  },
];
export default scenarios;
