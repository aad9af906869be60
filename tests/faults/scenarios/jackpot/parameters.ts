import type { Cluster } from '@palier/test-support/actors/cluster';
import {
  LOW_POTS,
  type JackpotParameters,
  TIERS,
  readJackpotTotals,
  setJackpots,
} from '@palier/test-support/actors/jackpots';
import { expectSoundJackpots, withLowPots } from '../../pots';
import { createFundedPlayers, type Player } from '@palier/test-support/actors/players';
import { callWallet } from '@palier/test-support/actors/wallet-client';
import type { Scenario } from '../../scenario';

const toMicros = (amount: number): bigint => BigInt(Math.round(amount * 1e6));

interface RunningPot {
  readonly tier: string;
  readonly number: number;
  readonly balance: bigint;
  readonly ceiling: bigint;
}

async function readRunningPots({ owner }: Cluster): Promise<RunningPot[]> {
  const { rows } = await owner.query<RunningPot>(
    `select tier, number::int, balance, ceiling_micros as ceiling from jackpot_secrets
       join jackpot_pots using (tier) join accounts on accounts.id = account_id order by tier`,
  );
  return rows;
}

const format = (pots: readonly RunningPot[]): string =>
  pots.map(({ tier, number, balance, ceiling }) => `${tier} ${number} ${balance} ${ceiling}`).join();

const readLastChange = async (cluster: Cluster): Promise<number> =>
  (await cluster.readRow<{ last: number }>('select coalesce(max(id), 0) as last from jackpot_changes')).last;

/** The recorded changes of the last minute: operator, tier, parameter, old and new value. */
async function readChangesAfter({ owner }: Cluster, id: number): Promise<string> {
  const { rows } = await owner.query<{ change: string }>(
    `select concat_ws(' ', changed_by, tier, parameter, old_value, new_value) as change from jackpot_changes
      where id > $1 and changed_at between now() - interval '1 minute' and clock_timestamp()`,
    [id],
  );
  const changes = rows.map(({ change }) => change);
  return changes.sort().join();
}

function expectedChanges(old: JackpotParameters, next: JackpotParameters): string {
  const changes = TIERS.flatMap((tier) => [
    `faults ${tier} rate ${old.rate} ${next.rate}`,
    `faults ${tier} seed ${toMicros(old.seed)} ${toMicros(next.seed)}`,
    `faults ${tier} ceiling-min ${toMicros(old.ceilingMin)} ${toMicros(next.ceilingMin)}`,
    `faults ${tier} ceiling-max ${toMicros(old.ceilingMax)} ${toMicros(next.ceilingMax)}`,
  ]);
  return changes.sort().join();
}

export default [
  {
    id: 'C38',
    title: 'jackpot parameter changes',
    fault: 'rate, seed and ceilings are changed while bets run',
    bound:
      'operator, time, old and new values recorded; rates apply from the next bet, ' +
      'the others from the next pot; the application role cannot change them',
    trials: { short: 1, long: 20 },
    run: (context) =>
      withLowPots(context, async (cluster) => {
        const { expect, trials } = context;
        const [player] = (await createFundedPlayers(cluster, 1, 1_000_000)) as [Player];
        const bet = (trial: number, name: string, amount: number) => {
          const id = `${name}-${player.id}-${trial}`;
          return callWallet(cluster.processes[trial % 2]!, { player, txn: id, round: id, bet: amount });
        };
        let previous: JackpotParameters = LOW_POTS;
        for (let trial = 0; trial < trials; trial += 1) {
          const step = (trial + 1) / 100;
          const rate = 20 + (trial % 50);
          const next = { rate, seed: 1 + step, ceilingMin: 1.5 + step, ceilingMax: 3 + step };
          const running = await readRunningPots(cluster);
          const last = await readLastChange(cluster);
          await setJackpots(cluster, next);
          const changes = await readChangesAfter(cluster, last);
          expect(changes === expectedChanges(previous, next), `trial ${trial}: recorded ${changes}`);
          const unchanged = await readRunningPots(cluster);
          expect(format(unchanged) === format(running), `trial ${trial}: a running pot changed`);
          previous = next;
          const before = await readJackpotTotals(cluster);
          await bet(trial, 'rate', 0.1);
          const moved = (await readJackpotTotals(cluster)).contributions - before.contributions;
          expect(moved === 3n * 100n * BigInt(rate), `rate ${rate}: ${moved} micro-dinars contributed`);
          // Exceeds every pot's ceiling.
          await bet(trial, 'great', 200);
          for (const pot of await readRunningPots(cluster)) {
            const isNext = pot.number === running.find(({ tier }) => tier === pot.tier)!.number + 1;
            const isInRange =
              pot.ceiling >= toMicros(next.ceilingMin) && pot.ceiling <= toMicros(next.ceilingMax);
            const isSeeded = pot.balance === toMicros(next.seed);
            expect(isNext && isInRange && isSeeded, `trial ${trial}: the next pot is ${format([pot])}`);
          }
        }
        const isRefused = await cluster.owner
          .query("set role palier_app; select set_jackpot_parameters('gold', 1, null, null, null, 'thief')")
          .then(() => false)
          .catch(() => true);
        expect(isRefused, 'the application role may change a pot');
        await expectSoundJackpots(context, cluster);
      }),
  },
  {
    id: 'C39',
    title: 'distribution of ceilings',
    fault: 'ceilings drawn by the database’s CSPRNG',
    bound: 'uniform (chi-square over 100 parts, p > 1e-6)',
    trials: { short: 20_000, long: 1_000_000 },
    async run({ cluster, trials, expect }) {
      const { rows: parts } = await cluster.owner.query<{ count: bigint }>(
        `select count(*) from generate_series(1, $1) group by (random_ceiling(1000, 1000999) - 1000) / 10000`,
        [trials],
      );
      const expected = trials / 100;
      const chiSquare = parts.reduce((sum, { count }) => sum + (Number(count) - expected) ** 2 / expected, 0);
      // With 99 degrees of freedom, 181 is exceeded once in a million.
      expect(parts.length === 100 && chiSquare < 181, `${parts.length} parts, χ² ${chiSquare}`);
      return `χ² ${chiSquare.toFixed(1)} of 99 degrees`;
    },
  },
] satisfies Scenario[];
