import type { Cluster } from '@palier/test-support/actors/cluster';
import {
  raisePots,
  readJackpotTotals,
  restartPots,
  type JackpotTotals,
} from '@palier/test-support/actors/jackpots';
import type { ScenarioContext } from './scenario';

/** Runs a scenario on pots with low ceilings, on this cluster or the context's. */
export async function withLowPots(
  context: ScenarioContext,
  run: (cluster: Cluster) => Promise<string | void>,
  cluster: Cluster = context.cluster,
): Promise<string | void> {
  await restartPots(cluster);
  try {
    return await run(cluster);
  } finally {
    await raisePots(cluster);
  }
}

/** Requires one win, one prize and one new seed for each hit, and pots that balance. */
export async function expectSoundJackpots(
  { expect }: ScenarioContext,
  cluster: Cluster,
): Promise<JackpotTotals> {
  const totals = await readJackpotTotals(cluster);
  const { hits, wins, prizes, reseeds, unbalanced, shared } = totals;
  const counts = `${hits} hits, ${wins} wins, ${prizes} prizes, ${reseeds} new seeds`;
  expect(new Set([hits, wins, prizes, reseeds]).size === 1, counts);
  expect(unbalanced === 0n, `${unbalanced} pots whose seeds + contributions ≠ prizes + pot`);
  expect(shared === 0n, `${shared} hits with more than one winner`);
  return totals;
}
