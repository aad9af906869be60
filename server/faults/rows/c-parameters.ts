import type { FaultRow } from '../row';
import { callWallet, makeGamers } from '../tools/gamers';
import { faultsOf, readBooks } from '../tools/jackpot-books';
import { LOW, onLowPots, setJackpots } from '../tools/pots';

const rows: FaultRow[] = [
  {
    id: 'C38',
    fault: 'rate, seed and ceilings changed while stakes run',
    bound: 'who, when, old and new recorded; from the next stake, from the next pot; no other way in',
    trials: { short: 1, long: 20 },
    async run(context) {
      const { cluster } = context;
      return onLowPots(cluster, async () => {
        const [player] = await makeGamers(cluster, 1, 1_000_000);
        const failures: string[] = [];
        for (let trial = 0; trial < context.trials; trial += 1) {
          const rate = 20 + (trial % 50);
          await setJackpots(cluster, { ...LOW, rate, seed: 1 + trial / 100 });
          const before = await readBooks(cluster);
          const id = `rate-${player!.id}-${trial}`;
          await callWallet(cluster.processes[trial % 2]!, { player: player!, txn: id, round: id, bet: 0.1 });
          const moved = (await readBooks(cluster)).contributions - before.contributions;
          if (moved !== 3n * 100n * BigInt(rate))
            failures.push(`rate ${rate}: ${moved} micro-dinars contributed`);
        }
        const { rows: changes } = await cluster.owner.query<{ number: bigint }>(
          "select count(*) as number from jackpot_changes where changed_by = 'faults' and parameter = 'rate'",
        );
        if (Number(changes[0]!.number) < context.trials * 3)
          failures.push(`${changes[0]!.number} changes recorded`);
        const refused = await cluster.owner
          .query("set role palier_app; select jackpot_set('gold', 1, null, null, null, 'thief')")
          .then(() => 'the application may change a pot')
          .catch(() => null);
        if (refused !== null) failures.push(refused);
        return { trials: context.trials, failures: [...failures, ...faultsOf(await readBooks(cluster))] };
      });
    },
  },
  {
    id: 'C39',
    fault: 'ceilings drawn by the database’s CSPRNG',
    bound: 'every part of the range as likely as any other (chi-square over 100 parts, p > 1e-6)',
    trials: { short: 20_000, long: 1_000_000 },
    async run({ cluster, trials }) {
      const { rows: counted } = await cluster.owner.query<{ part: number; number: bigint }>(
        `select ((jackpot_draw_ceiling(1000, 1000999) - 1000) / 10000)::int as part, count(*) as number
           from generate_series(1, $1) group by 1`,
        [trials],
      );
      const expected = trials / 100;
      const chiSquare = counted.reduce(
        (sum, { number }) => sum + (Number(number) - expected) ** 2 / expected,
        0,
      );
      // 99 degrees of freedom: 181 is passed once in a million.
      const failures =
        counted.length === 100 && chiSquare < 181 ? [] : [`${counted.length} parts, χ² ${chiSquare}`];
      return { trials, failures, measured: `χ² ${chiSquare.toFixed(1)} of 99 degrees` };
    },
  },
];
export default rows;
