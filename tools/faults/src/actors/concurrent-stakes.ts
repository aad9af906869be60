import type { ScenarioContext } from '../scenario';
import type { Cluster } from './cluster';
import { expectSoundJackpots, readJackpotTotals } from './jackpots';
import { createFundedPlayers, type Player } from './players';
import { callUntilAnswered } from './wallet-client';
import { forEachAtOnce } from '../at-once';

const PLAYERS = 32;

export const createStakingPlayers = (cluster: Cluster): Promise<Player[]> =>
  createFundedPlayers(cluster, PLAYERS, 10_000);

interface StakeOptions {
  /** Default: new players. */
  readonly players?: readonly Player[];
  /** Runs while the bets are placed. */
  readonly disturb: (isDone: () => boolean) => Promise<void>;
}

/** Bets of 32 players at once over both processes; checks the pots' totals afterwards. Returns hits and rate. */
export async function placeConcurrentStakes(
  context: ScenarioContext,
  cluster: Cluster,
  { players: given, disturb }: StakeOptions,
): Promise<string> {
  const { trials, random, expect } = context;
  const players = given ?? (await createStakingPlayers(cluster));
  const stakes = Array.from({ length: trials }, (_, index) => {
    const id = `c-${players[0]!.id}-${index}`;
    return { player: players[index % PLAYERS]!, txn: id, round: id, bet: random.between(1, 2_999) / 1000 };
  });
  const before = await readJackpotTotals(cluster);
  let isDone = false;
  const disturbed = disturb(() => isDone);
  // Awaited below; this handler only prevents an unhandled rejection until then.
  disturbed.catch(() => undefined);
  const startedAt = performance.now();
  await forEachAtOnce(stakes, PLAYERS, async (call, index) => {
    const { processes } = cluster;
    const order = index % 2 === 0 ? processes : [...processes].reverse();
    const answer = await callUntilAnswered(() => order, call);
    expect(answer.status === 1, `${call.txn}: ${answer.msg}`);
    // Every tenth bet is sent twice and must not contribute or win twice.
    if (index % 10 === 0) await callUntilAnswered(() => order, call);
  });
  const seconds = (performance.now() - startedAt) / 1000;
  isDone = true;
  await disturbed;
  const after = await expectSoundJackpots(context, cluster);
  const hits = after.hits - before.hits;
  expect(hits > 0n, 'no pot was won, so the scenario tested nothing');
  // One percent for each of the three pots.
  const expected = stakes.reduce((sum, { bet }) => sum + 3n * BigInt(Math.round(bet * 1000)) * 10n, 0n);
  const contributed = after.contributions - before.contributions;
  expect(contributed === expected, `contributions ${contributed}, recomputed ${expected}`);
  return `${hits} hits, ${(trials / seconds).toFixed(0)} stakes/s`;
}
