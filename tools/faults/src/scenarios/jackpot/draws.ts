import type { Scenario } from '../../scenario';
import { createStakingPlayers, placeConcurrentStakes } from '../../actors/concurrent-stakes';
import { LOW_POTS, readJackpotTotals, withLowPots } from '../../actors/jackpots';
import { createFundedPlayers, type Player } from '../../actors/players';
import { waitUntilAcknowledged, WinListener } from '../../actors/win-listener';

/** A kill and a restart take about 1.5 s. */
const KILLS = 50;

const scenarios: Scenario[] = [
  {
    id: 'C30',
    title: 'jackpot contributions',
    fault: 'bets of random amounts, contributions recomputed with BigInt',
    bound: 'pots + prizes = seeds + contributions, to the micro-dinar',
    trials: { short: 200, long: 100_000, budgetS: 115 },
    ownCluster: true,
    async run(context) {
      const cluster = context.isLong ? await context.startOwnCluster() : context.cluster;
      return withLowPots(cluster, async () => {
        const { failures, measured } = await placeConcurrentStakes(context, cluster, context.trials);
        return { trials: context.trials, failures, measured };
      });
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
    async run(context) {
      const { cluster } = context;
      return withLowPots(cluster, async () => {
        const players = await createStakingPlayers(cluster);
        const [present, away] = [players.slice(0, players.length / 2), players.slice(players.length / 2)];
        const listeners: WinListener[] = [];
        const listen = async (some: readonly Player[]): Promise<void> => {
          for (const [index, player] of some.entries())
            listeners.push(await WinListener.open(cluster.processes[index % 2]!.url, player));
        };
        await listen(present);
        const { failures, measured } = await placeConcurrentStakes(context, cluster, context.trials, {
          players,
        });
        const undelivered = await waitUntilAcknowledged(cluster, present);
        if (undelivered > 0) failures.push(`${undelivered} wins were not sent to connected players`);
        // Players who connect later are notified of each win once, by either process.
        await listen(away);
        const left = await waitUntilAcknowledged(cluster, players);
        const shown = listeners.flatMap((listener) => listener.shown);
        const { rows: wins } = await cluster.owner.query<{ id: number }>(
          'select id from jackpot_wins where user_id = any($1)',
          [players.map(({ id }) => id)],
        );
        listeners.forEach((listener) => listener.end());
        if (left > 0 || shown.length !== wins.length || new Set(shown).size !== wins.length)
          failures.push(
            `${wins.length} wins, ${shown.length} messages, ${new Set(shown).size} different, ${left} left`,
          );
        return { trials: context.trials, failures, measured: `${measured}, ${shown.length} messages` };
      });
    },
  },
  {
    id: 'C32',
    title: 'process kills during jackpot wins',
    fault: 'bets of 32 players at once while a process is killed (-9) and restarted, fifty times',
    bound: 'prize and reset both happen or neither; wins = new seeds = prizes',
    trials: { long: 45_000, budgetS: 110 },
    ownCluster: true,
    async run(context) {
      const cluster = await context.startOwnCluster();
      return withLowPots(cluster, async () => {
        let kills = 0;
        const disturb = async (isDone: () => boolean): Promise<void> => {
          while (kills < KILLS && !isDone()) {
            const victim = cluster.processes.filter((server) => server.isRunning())[kills % 2]!;
            await victim.kill('SIGKILL');
            kills += 1;
            await (await cluster.start()).ready();
          }
        };
        const { failures, measured } = await placeConcurrentStakes(context, cluster, context.trials, {
          disturb,
        });
        if (kills < KILLS) failures.push(`only ${kills} kills before the stakes were through`);
        return { trials: context.trials, failures, measured: `${measured}, ${kills} kills` };
      });
    },
  },
  {
    id: 'C37',
    title: 'jackpot counters during wins',
    fault: 'ten clients poll the counters while pots are won',
    bound: 'finite, never below the seed, lower than before only after a win',
    trials: { short: 200, long: 8_000, budgetS: 20 },
    async run(context) {
      const { cluster } = context;
      return withLowPots(cluster, async () => {
        const failures: string[] = [];
        let polls = 0;
        const lastWins: bigint[] = [];
        const disturb = async (isDone: () => boolean): Promise<void> => {
          const [{ token }] = (await createFundedPlayers(cluster, 1, 1)) as [Player];
          await Promise.all(
            Array.from({ length: 10 }, async (_, index) => {
              const last = [0, 0, 0];
              const server = cluster.processes[index % 2]!;
              while (!isDone()) {
                const winsBefore = (await readJackpotTotals(cluster)).wins;
                const { body } = await server.call('GET', '/jackpot/counters', { token });
                const counters = Object.values(body as Record<string, number>);
                const isOdd =
                  counters.length !== 3 ||
                  counters.some((value) => !Number.isFinite(value) || value < LOW_POTS.seed);
                if (isOdd) failures.push(`counters ${JSON.stringify(body)}`);
                const fell = counters.some((value, tier) => value < last[tier]!);
                // A counter that fell since the last poll requires a win in between.
                if (
                  fell &&
                  winsBefore === lastWins[index] &&
                  (await readJackpotTotals(cluster)).wins === winsBefore
                )
                  failures.push(`fell from ${last.join()} to ${counters.join()} without a win`);
                lastWins[index] = winsBefore;
                last.splice(0, 3, ...counters);
                polls += 1;
              }
            }),
          );
        };
        const { failures: broken, measured } = await placeConcurrentStakes(context, cluster, context.trials, {
          disturb,
        });
        return {
          trials: context.trials,
          failures: [...failures, ...broken],
          measured: `${measured}, ${polls} polls`,
        };
      });
    },
  },
];
export default scenarios;
