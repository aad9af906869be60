import type { ScenarioContext } from '../scenario';
import type { Cluster } from './cluster';
import { jackpotFailures, readJackpotTotals } from './jackpots';
import { createFundedPlayers, type Player } from './players';
import { callUntilAnswered, forEachAtOnce } from './wallet-client';

const PLAYERS = 32;

export const createStakingPlayers = (cluster: Cluster): Promise<Player[]> =>
  createFundedPlayers(cluster, PLAYERS, 10_000);

interface StakeOptions {
  /** Default: new players. */
  readonly players?: readonly Player[];
  /** Runs while the bets are placed. */
  readonly disturb?: (isDone: () => boolean) => Promise<void>;
}

/** Bets of 32 players at once over both processes; checks the pots' totals afterwards. */
export async function placeConcurrentStakes(
  context: ScenarioContext,
  cluster: Cluster,
  count: number,
  { players: given, disturb }: StakeOptions = {},
): Promise<{ failures: string[]; measured: string }> {
  const players = given ?? (await createStakingPlayers(cluster));
  const stakes = Array.from({ length: count }, (_, index) => ({
    player: players[index % players.length]!,
    txn: `c-${players[0]!.id}-${index}`,
    round: `c-${players[0]!.id}-${index}`,
    bet: context.random.between(1, 2_999) / 1000,
  }));
  const before = await readJackpotTotals(cluster);
  const failures: string[] = [];
  let isDone = false;
  const disturbed = disturb?.(() => isDone);
  // Awaited below; this handler only prevents an unhandled rejection until then.
  disturbed?.catch(() => undefined);
  const startedAt = performance.now();
  await forEachAtOnce(stakes, PLAYERS, async (call, index) => {
    const { processes } = cluster;
    const order = index % 2 === 0 ? processes : [...processes].reverse();
    const answer = await callUntilAnswered(() => order, call);
    if (answer.status !== 1) failures.push(`${call.txn}: ${answer.msg}`);
    // Every tenth bet is sent twice and must not contribute or win twice.
    if (index % 10 === 0) await callUntilAnswered(() => order, call);
  });
  const seconds = (performance.now() - startedAt) / 1000;
  isDone = true;
  await disturbed;
  const after = await readJackpotTotals(cluster);
  failures.push(...jackpotFailures(after));
  if (after.hits === before.hits) failures.push('no pot was won, so the scenario tested nothing');
  const expected = stakes.reduce(
    (sum, { bet }) => sum + 3n * ((BigInt(Math.round(bet * 1000)) * 1000n * 10n) / 1000n),
    0n,
  );
  const contributed = after.contributions - before.contributions;
  if (contributed !== expected) failures.push(`contributions ${contributed}, recomputed ${expected}`);
  return {
    failures,
    measured: `${after.hits - before.hits} hits, ${(count / seconds).toFixed(0)} stakes/s`,
  };
}
