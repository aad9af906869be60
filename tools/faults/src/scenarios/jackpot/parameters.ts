import type { Cluster } from '../../actors/cluster';
import {
  jackpotFailures,
  LOW_POTS,
  type Parameters,
  readJackpotTotals,
  setJackpots,
  withLowPots,
} from '../../actors/jackpots';
import { createFundedPlayers } from '../../actors/players';
import { callWallet } from '../../actors/wallet-client';
import type { Scenario } from '../../scenario';

const micros = (amount: number): bigint => BigInt(Math.round(amount * 1e6));

interface RunningPot {
  readonly tier: string;
  readonly number: number;
  readonly balance: bigint;
  readonly ceiling: bigint;
}

async function runningPots({ owner }: Cluster): Promise<{ pots: readonly RunningPot[]; summary: string }> {
  const { rows: pots } = await owner.query<RunningPot>(
    `select tier, number::int, balance, ceiling_micros as ceiling from jackpot_secrets
       join jackpot_pots using (tier) join accounts on accounts.id = account_id order by tier`,
  );
  return {
    pots,
    summary: pots.map((pot) => `${pot.tier} ${pot.number} ${pot.balance} ${pot.ceiling}`).join(),
  };
}

async function lastChange({ owner }: Cluster): Promise<number> {
  const { rows: found } = await owner.query<{ last: number }>(
    'select coalesce(max(id), 0) as last from jackpot_changes',
  );
  return found[0]!.last;
}

/** The recorded changes of the last minute: operator, tier, parameter, old and new value. */
async function changesAfter({ owner }: Cluster, id: number): Promise<string> {
  const { rows: found } = await owner.query<{ summary: string }>(
    `select concat_ws(' ', changed_by, tier, parameter, old_value, new_value) as summary from jackpot_changes
      where id > $1 and changed_at between now() - interval '1 minute' and clock_timestamp()`,
    [id],
  );
  return found
    .map(({ summary }) => summary)
    .sort()
    .join();
}

const expectedChanges = (old: Parameters, next: Parameters): string =>
  ['bronze', 'silver', 'gold']
    .flatMap((tier) => [
      `faults ${tier} rate ${old.rate} ${next.rate}`,
      `faults ${tier} seed ${micros(old.seed)} ${micros(next.seed)}`,
      `faults ${tier} ceiling-min ${micros(old.ceilingMin)} ${micros(next.ceilingMin)}`,
      `faults ${tier} ceiling-max ${micros(old.ceilingMax)} ${micros(next.ceilingMax)}`,
    ])
    .sort()
    .join();

const scenarios: Scenario[] = [
  {
    id: 'C38',
    title: 'jackpot parameter changes',
    fault: 'rate, seed and ceilings are changed while bets run',
    bound:
      'operator, time, old and new values recorded; rates apply from the next bet, the others from the next pot; the application role cannot change them',
    trials: { short: 1, long: 20, budgetS: 4 },
    async run(context) {
      const { cluster } = context;
      return withLowPots(cluster, async () => {
        const [player] = await createFundedPlayers(cluster, 1, 1_000_000);
        const failures: string[] = [];
        let previous: Parameters = LOW_POTS;
        for (let trial = 0; trial < context.trials; trial += 1) {
          const step = (trial + 1) / 100;
          const rate = 20 + (trial % 50);
          const next = { rate, seed: 1 + step, ceilingMin: 1.5 + step, ceilingMax: 3 + step };
          const running = await runningPots(cluster);
          const last = await lastChange(cluster);
          await setJackpots(cluster, next);
          const summary = await changesAfter(cluster, last);
          if (summary !== expectedChanges(previous, next))
            failures.push(`trial ${trial}: recorded ${summary}`);
          if ((await runningPots(cluster)).summary !== running.summary)
            failures.push(`trial ${trial}: a running pot changed`);
          previous = next;
          const before = await readJackpotTotals(cluster);
          const id = `rate-${player!.id}-${trial}`;
          const stake = (txn: string, bet: number) =>
            callWallet(cluster.processes[trial % 2]!, { player: player!, txn, round: txn, bet });
          await stake(id, 0.1);
          const moved = (await readJackpotTotals(cluster)).contributions - before.contributions;
          if (moved !== 3n * 100n * BigInt(rate))
            failures.push(`rate ${rate}: ${moved} micro-dinars contributed`);
          // Exceeds every pot's ceiling.
          await stake(`${id}-great`, 200);
          for (const { tier, number, balance, ceiling } of (await runningPots(cluster)).pots) {
            const isNext = number === running.pots.find((pot) => pot.tier === tier)!.number + 1;
            const isInRange = ceiling >= micros(next.ceilingMin) && ceiling <= micros(next.ceilingMax);
            if (!isNext || !isInRange || balance !== micros(next.seed))
              failures.push(`trial ${trial}: ${tier} ${number} begins at ${balance}, its ceiling ${ceiling}`);
          }
        }
        const refused = await cluster.owner
          .query("set role palier_app; select set_jackpot_parameters('gold', 1, null, null, null, 'thief')")
          .then(() => 'the application role may change a pot')
          .catch(() => null);
        if (refused !== null) failures.push(refused);
        return {
          trials: context.trials,
          failures: [...failures, ...jackpotFailures(await readJackpotTotals(cluster))],
        };
      });
    },
  },
  {
    id: 'C39',
    title: 'distribution of ceilings',
    fault: 'ceilings drawn by the database’s CSPRNG',
    bound: 'uniform (chi-square over 100 parts, p > 1e-6)',
    trials: { short: 20_000, long: 1_000_000, budgetS: 7 },
    async run({ cluster, trials }) {
      const { rows: counted } = await cluster.owner.query<{ part: number; number: bigint }>(
        `select ((random_ceiling(1000, 1000999) - 1000) / 10000)::int as part, count(*) as number
           from generate_series(1, $1) group by 1`,
        [trials],
      );
      const expected = trials / 100;
      const chiSquare = counted.reduce(
        (sum, { number }) => sum + (Number(number) - expected) ** 2 / expected,
        0,
      );
      // With 99 degrees of freedom, 181 is exceeded once in a million.
      const failures =
        counted.length === 100 && chiSquare < 181 ? [] : [`${counted.length} parts, χ² ${chiSquare}`];
      return { trials, failures, measured: `χ² ${chiSquare.toFixed(1)} of 99 degrees` };
    },
  },
];
export default scenarios;
