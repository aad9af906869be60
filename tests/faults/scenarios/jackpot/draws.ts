import { mapLimited } from '@palier/base/map-limited';
import type { Cluster } from '@palier/test-support/actors/cluster';
import { LOW_POTS, readJackpotTotals } from '@palier/test-support/actors/jackpots';
import { expectSoundJackpots, withLowPots } from '../../pots';
import { createFundedPlayers, type Player } from '@palier/test-support/actors/players';
import { callUntilAnswered } from '@palier/test-support/actors/wallet-client';
import { waitUntilAcknowledged, WinListener } from '@palier/test-support/actors/win-listener';
import type { ScenarioContext, Scenario } from '../../scenario';

/** A kill and a restart take about 1.5 s. */
const KILLS = 50;

/** Polls the counters until the stakes are placed; returns the number of polls. */
async function pollCounters(
  { expect }: ScenarioContext,
  cluster: Cluster,
  { token }: Player,
  isDone: () => boolean,
): Promise<number> {
  const countWins = async (): Promise<bigint> => (await readJackpotTotals(cluster)).wins;
  let last = [0, 0, 0];
  let lastWins: bigint | undefined;
  let polls = 0;
  for (; !isDone(); polls += 1) {
    const winsBefore = await countWins();
    const { body } = await cluster.processes[polls % 2]!.call('GET', '/jackpot/counters', { token });
    const counters = Object.values(body as Record<string, number>);
    const isSound =
      counters.length === 3 && counters.every((value) => Number.isFinite(value) && value >= LOW_POTS.seed);
    expect(isSound, `counters ${JSON.stringify(body)}`);
    const fell = counters.some((value, tier) => value < last[tier]!);
    // A counter that fell since the last poll requires a win in between.
    if (fell && winsBefore === lastWins)
      expect(
        (await countWins()) > winsBefore,
        `fell from ${last.join()} to ${counters.join()} without a win`,
      );
    lastWins = winsBefore;
    last = counters;
  }
  return polls;
}

const PLAYERS = 32;

const createStakingPlayers = (cluster: Cluster): Promise<Player[]> =>
  createFundedPlayers(cluster, PLAYERS, 10_000);

interface StakeOptions {
  /** Default: new players. */
  readonly players?: readonly Player[];
  /** Runs while the bets are placed. */
  readonly disturb: (isDone: () => boolean) => Promise<void>;
}

/**
 * Bets of 32 players at once over both processes; checks the pots' totals afterwards. Returns hits and rate.
 */
async function placeConcurrentStakes(
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
  await mapLimited(stakes, PLAYERS, async (call, index) => {
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

export default [
  {
    id: 'C31',
    title: 'jackpot wins under concurrent bets',
    fault:
      'bets of 32 players at once on low ceilings; half of the players are connected, ' +
      'half connect afterwards; the counters are polled',
    bound:
      'wins = new seeds = prizes = messages, one winner each; connected players are notified without ' +
      'reconnecting; counters are lower than before only after a win',
    trials: { short: 200, long: 10_000 },
    run: (context) =>
      withLowPots(context, async (cluster) => {
        const players = await createStakingPlayers(cluster);
        const [present, away] = [players.slice(0, players.length / 2), players.slice(players.length / 2)];
        const listeners: WinListener[] = [];
        const listen = async (some: readonly Player[]): Promise<void> => {
          for (const [index, player] of some.entries())
            listeners.push(await WinListener.open(cluster.urlOf(index), player));
        };
        await listen(present);
        let polls = 0;
        const disturb = async (isDone: () => boolean): Promise<void> => {
          polls = await pollCounters(context, cluster, players[0]!, isDone);
        };
        const measured = await placeConcurrentStakes(context, cluster, { players, disturb });
        const undelivered = await waitUntilAcknowledged(cluster, present);
        context.expect(undelivered === 0, `${undelivered} wins were not sent to connected players`);
        // Players who connect later are notified of each win once, by either process.
        await listen(away);
        const left = await waitUntilAcknowledged(cluster, players);
        const shown = listeners.flatMap((listener) => listener.shown);
        listeners.forEach((listener) => listener.end());
        const { wins } = await cluster.readRow<{ wins: number }>(
          'select count(*)::int as wins from jackpot_wins where user_id = any($1)',
          [players.map(({ id }) => id)],
        );
        const messages = `${shown.length} messages, ${new Set(shown).size} different, ${left} left`;
        context.expect(
          messages === `${wins} messages, ${wins} different, 0 left`,
          `${wins} wins, ${messages}`,
        );
        return `${measured}, ${shown.length} messages, ${polls} polls`;
      }),
  },
  {
    id: 'C32',
    title: 'process kills during jackpot wins',
    fault: 'bets of 32 players at once while a process is killed (-9) and restarted, fifty times',
    bound: 'prize and reset both happen or neither; wins = new seeds = prizes',
    trials: { long: 45_000 },
    ownCluster: true,
    run: async (context) =>
      withLowPots(
        context,
        async (cluster) => {
          let kills = 0;
          const disturb = async (isDone: () => boolean): Promise<void> => {
            for (; kills < KILLS && !isDone(); kills += 1) {
              const victim = cluster.processes.filter((server) => server.isRunning())[kills % 2]!;
              await victim.kill('SIGKILL');
              await (await cluster.start()).ready();
            }
          };
          const measured = await placeConcurrentStakes(context, cluster, { disturb });
          context.expect(kills === KILLS, `only ${kills} kills before the stakes were through`);
          return `${measured}, ${kills} kills`;
        },
        await context.startOwnCluster(),
      ),
  },
] satisfies Scenario[];
