import type { Cluster } from '../../actors/cluster';
import { createStakingPlayers, placeConcurrentStakes } from '../../actors/concurrent-stakes';
import { LOW_POTS, readJackpotTotals, withLowPots } from '../../actors/jackpots';
import type { Player } from '../../actors/players';
import { waitUntilAcknowledged, WinListener } from '../../actors/win-listener';
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

export default [
  {
    id: 'C31',
    title: 'jackpot wins under concurrent bets',
    fault:
      'bets of 32 players at once on low ceilings; half of the players are connected, half connect afterwards; the counters are polled',
    bound:
      'wins = new seeds = prizes = messages, one winner each; connected players are notified without reconnecting; counters are lower than before only after a win',
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
