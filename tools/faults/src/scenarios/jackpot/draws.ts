import type { Cluster } from '../../actors/cluster';
import { createStakingPlayers, placeConcurrentStakes } from '../../actors/concurrent-stakes';
import { LOW_POTS, readJackpotTotals, withLowPots } from '../../actors/jackpots';
import { createPlayers, type Player } from '../../actors/players';
import { waitUntilAcknowledged, WinListener } from '../../actors/win-listener';
import { atOnce } from '../../at-once';
import type { ScenarioContext, Scenario } from '../../scenario';

/** A kill and a restart take about 1.5 s. */
const KILLS = 50;

/** Polls the counters until the stakes are placed; returns the number of polls. */
async function pollCounters(
  { expect }: ScenarioContext,
  cluster: Cluster,
  { token, process }: { token: string; process: number },
  isDone: () => boolean,
): Promise<number> {
  const countWins = async (): Promise<bigint> => (await readJackpotTotals(cluster)).wins;
  let last = [0, 0, 0];
  let lastWins: bigint | undefined;
  let polls = 0;
  for (; !isDone(); polls += 1) {
    const winsBefore = await countWins();
    const { body } = await cluster.processes[process]!.call('GET', '/jackpot/counters', { token });
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

export default [
  {
    id: 'C30',
    title: 'jackpot contributions',
    fault: 'bets of random amounts, contributions recomputed with BigInt',
    bound: 'pots + prizes = seeds + contributions, to the micro-dinar',
    trials: { short: 200, long: 100_000, budgetS: 115 },
    ownCluster: true,
    async run(context) {
      const place = async (cluster: Cluster) => ({ measured: await placeConcurrentStakes(context, cluster) });
      return withLowPots(context, place, await context.clusterOfForm());
    },
  },
  {
    id: 'C31',
    title: 'jackpot wins under concurrent bets',
    fault:
      'bets of 32 players at once on low ceilings; half of the players are connected, half connect afterwards',
    bound:
      'wins = new seeds = prizes = messages, one winner each; connected players are notified without reconnecting',
    trials: { short: 200, long: 10_000, budgetS: 25 },
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
        const measured = await placeConcurrentStakes(context, cluster, { players });
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
        return { measured: `${measured}, ${shown.length} messages` };
      }),
  },
  {
    id: 'C32',
    title: 'process kills during jackpot wins',
    fault: 'bets of 32 players at once while a process is killed (-9) and restarted, fifty times',
    bound: 'prize and reset both happen or neither; wins = new seeds = prizes',
    trials: { long: 45_000, budgetS: 110 },
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
          return { measured: `${measured}, ${kills} kills` };
        },
        await context.startOwnCluster(),
      ),
  },
  {
    id: 'C37',
    title: 'jackpot counters during wins',
    fault: 'ten clients poll the counters while pots are won',
    bound: 'finite, never below the seed, lower than before only after a win',
    trials: { short: 200, long: 8_000, budgetS: 20 },
    run: (context) =>
      withLowPots(context, async (cluster) => {
        const [{ token }] = (await createPlayers(cluster, 1)) as [Player];
        let polls: number[] = [];
        const disturb = async (isDone: () => boolean): Promise<void> => {
          polls = await atOnce(10, (index) =>
            pollCounters(context, cluster, { token, process: index % 2 }, isDone),
          );
        };
        const measured = await placeConcurrentStakes(context, cluster, { disturb });
        return { measured: `${measured}, ${polls.reduce((sum, count) => sum + count, 0)} polls` };
      }),
  },
] satisfies Scenario[];
