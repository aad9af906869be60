import type { Cluster } from './cluster';
import type { ScenarioContext } from '../scenario';
import { callUntilAnswered, forEachAtOnce, createFundedPlayers } from './wallet-client';
import { jackpotFailures, readJackpotTotals } from './jackpot-audit';
import type { Player } from './players';

const PLAYERS = 32;

/** The players of `placeConcurrentStakes`, for who must know them before. */
export const createStakingPlayers = (cluster: Cluster): Promise<Player[]> =>
  createFundedPlayers(cluster, PLAYERS, 10_000);

interface Stakes {
  /** Absent: new ones. */
  readonly players?: readonly Player[];
  /** Runs meanwhile. */
  readonly disturb?: (isDone: () => boolean) => Promise<void>;
}

/** Stakes of 32 players at once over both processes. */
export async function placeConcurrentStakes(
  context: ScenarioContext,
  cluster: Cluster,
  count: number,
  { players: known, disturb }: Stakes = {},
): Promise<{ failures: string[]; measured: string }> {
  const players = known ?? (await createStakingPlayers(cluster));
  const stakes = Array.from({ length: count }, (_, index) => ({
    player: players[index % players.length]!,
    txn: `c-${players[0]!.id}-${index}`,
    round: `c-${players[0]!.id}-${index}`,
    bet: context.random.between(1, 2_999) / 1000,
  }));
  const start = await readJackpotTotals(cluster);
  const failures: string[] = [];
  let done = false;
  const disturbed = disturb?.(() => done);
  // Told of below, once the stakes are through.
  disturbed?.catch(() => undefined);
  const startedAt = performance.now();
  await forEachAtOnce(stakes, PLAYERS, async (move, index) => {
    const { processes } = cluster;
    const order = index % 2 === 0 ? processes : [...processes].reverse();
    const answer = await callUntilAnswered(() => order, move);
    if (answer.status !== 1) failures.push(`${move.txn}: ${answer.msg}`);
    // Some are told twice: no second contribution, no second win.
    if (index % 10 === 0) await callUntilAnswered(() => order, move);
  });
  const seconds = (performance.now() - startedAt) / 1000;
  done = true;
  await disturbed;
  const books = await readJackpotTotals(cluster);
  failures.push(...jackpotFailures(books));
  if (books.hits === start.hits) failures.push('no pot was won: the row proved nothing');
  const expected = stakes.reduce(
    (sum, { bet }) => sum + 3n * ((BigInt(Math.round(bet * 1000)) * 1000n * 10n) / 1000n),
    0n,
  );
  const contributed = books.contributions - start.contributions;
  if (contributed !== expected) failures.push(`contributions ${contributed}, recomputed ${expected}`);
  return {
    failures,
    measured: `${books.hits - start.hits} hits, ${(count / seconds).toFixed(0)} stakes/s`,
  };
}
