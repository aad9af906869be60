import type { Cluster } from '../../actors/cluster';
import type { FaultRow } from '../../scenario';
import { balanceOf, callWallet, makeGamers } from '../../actors/wallet-client';
import { faultsOf, readBooks } from '../../actors/jackpot-audit';
import { GREAT_STAKE, LOW, onLowPots, startLowPots } from '../../actors/pots';
import { openStomp, subscribeFrame } from '../../actors/stomp-client';
import { Listener, untilDelivered, WIN_TOPIC } from '../../actors/win-listener';

/** What one great stake gives to each low pot, in micro-dinars. */
const GREAT_CONTRIBUTION = (BigInt(GREAT_STAKE) * 1_000_000n * BigInt(LOW.rate)) / 1_000n;

/** The pots in the order of their tiers, each with the prize that was won last; in micro-dinars. */
async function potsOf({ owner }: Cluster): Promise<{ tier: string; balance: bigint; lastPrize: bigint }[]> {
  const { rows: pots } = await owner.query<{ tier: string; balance: bigint; lastPrize: bigint }>(
    `select p.tier, a.balance,
            (select w.prize_micros from jackpot_wins w where w.tier = p.tier order by w.id desc limit 1) as "lastPrize"
       from jackpot_pots p join accounts a on a.id = p.account_id order by p.tier`,
  );
  return pots;
}

const rows: FaultRow[] = [
  {
    id: 'C34',
    fault: 'a stake rolled back after it fed the pots, and after it won them',
    bound: 'the stake comes back, the pots and the prize stay, books agree',
    trials: { short: 1, long: 20 },
    async run(context) {
      const { cluster } = context;
      return onLowPots(cluster, async () => {
        const server = cluster.processes[0]!;
        const failures: string[] = [];
        for (let trial = 0; trial < context.trials; trial += 1) {
          const [player] = await makeGamers(cluster, 1, 1_000);
          const bet = async (amount: number, name: string): Promise<number> => {
            const before = await readBooks(cluster);
            const id = `${player!.id}-${name}`;
            await callWallet(server, { player: player!, txn: id, round: id, bet: amount });
            const { status } = await callWallet(server, {
              player: player!,
              txn: `${id}-rb`,
              round: id,
              cancels: id,
            });
            if (status !== 1) failures.push(`${id}: not rolled back`);
            const after = await readBooks(cluster);
            if (after.contributions <= before.contributions)
              failures.push(`${id}: the contribution left the pots`);
            return Number(after.wins - before.wins);
          };
          await bet(0.5, 'small');
          const won = await bet(900, 'great');
          if (won !== 3) failures.push(`${player!.id}: the great stake won ${won} pots`);
          const { rows: prizes } = await cluster.owner.query<{ prize: bigint }>(
            'select coalesce(sum(prize_micros), 0)::bigint as prize from jackpot_wins where user_id = $1',
            [player!.id],
          );
          const balance = await balanceOf(server, player!);
          if (balance !== Math.round((1e9 + Number(prizes[0]!.prize)) / 1000))
            failures.push(`${player!.id}: ${balance}/1000 with prizes of ${prizes[0]!.prize} micro-dinars`);
        }
        return { trials: context.trials, failures: [...failures, ...faultsOf(await readBooks(cluster))] };
      });
    },
  },
  {
    id: 'C35',
    fault: 'a stake whose contribution goes far beyond the ceiling',
    bound:
      'the prize is the whole pot to the micro-dinar, what lies above the ceiling included; one hit a pot, which begins anew at its seed',
    trials: { short: 1, long: 20 },
    async run(context) {
      const { cluster } = context;
      return onLowPots(cluster, async () => {
        const failures: string[] = [];
        for (let trial = 0; trial < context.trials; trial += 1) {
          const before = await readBooks(cluster);
          const expected = (await potsOf(cluster)).map(({ balance }) => balance + GREAT_CONTRIBUTION);
          await startLowPots(cluster);
          const after = await readBooks(cluster);
          if (after.hits - before.hits !== 3n)
            failures.push(`trial ${trial}: ${after.hits - before.hits} hits`);
          const pots = await potsOf(cluster);
          for (const [index, { tier, balance, lastPrize }] of pots.entries()) {
            if (lastPrize !== expected[index])
              failures.push(`trial ${trial}, ${tier}: a prize of ${lastPrize}, not ${expected[index]}`);
            if (balance !== BigInt(LOW.seed * 1e6)) failures.push(`trial ${trial}, ${tier}: left ${balance}`);
          }
        }
        return { trials: context.trials, failures: [...failures, ...faultsOf(await readBooks(cluster))] };
      });
    },
  },
  {
    id: 'C36',
    fault: 'a winner on the other process, and one who never acknowledges',
    bound: 'shown there without reconnecting; shown again on return until acknowledged',
    trials: { short: 1, long: 20 },
    async run(context) {
      const { cluster } = context;
      return onLowPots(cluster, async () => {
        const failures: string[] = [];
        let slowestMs = 0;
        for (let trial = 0; trial < context.trials; trial += 1) {
          const [player] = await makeGamers(cluster, 1, 1_000);
          const deaf = await openStomp(cluster.processes[1]!.url, player!.token);
          deaf.say(subscribeFrame('w', `${WIN_TOPIC}${player!.id}`, 'ack:client-individual\n'));
          const startedAt = performance.now();
          const id = `far-${player!.id}`;
          await callWallet(cluster.processes[0]!, { player: player!, txn: id, round: id, bet: 900 });
          const heard = await deaf.hear('MESSAGE', 10_000).catch(() => null);
          slowestMs = Math.max(slowestMs, performance.now() - startedAt);
          if (heard === null) failures.push(`trial ${trial}: nothing heard on the other process`);
          deaf.end();
          const back = await Listener.open(cluster.processes[0]!.url, player!);
          const left = await untilDelivered(cluster, [player!]);
          back.end();
          if (left > 0 || new Set(back.shown).size !== 3)
            failures.push(`trial ${trial}: shown ${back.shown.join()}, ${left} left`);
          const again = await Listener.open(cluster.processes[1]!.url, player!);
          await new Promise((resolve) => setTimeout(resolve, 200));
          again.end();
          if (again.shown.length > 0) failures.push(`trial ${trial}: shown after the acknowledgement`);
        }
        return { trials: context.trials, failures, measured: `slowest ${slowestMs.toFixed(0)} ms` };
      });
    },
  },
];
export default rows;
