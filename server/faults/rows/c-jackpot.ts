import type { Cluster } from '../cluster';
import type { FaultContext, FaultResult, FaultRow } from '../row';
import { balanceOf, callUntilAnswered, callWallet, forEachAtOnce, makeGamers } from '../tools/gamers';
import type { Player } from '../tools/players';
import { calmPots, LOW, setJackpots, startLowPots } from '../tools/pots';
import { openStomp, subscribeFrame, type RawClient } from '../tools/stomp-client';

const TOPIC = '/topic/jackpot/user/';
/** Runs a row on low pots of the given cluster, and calms them afterwards. */
async function onLowPots(cluster: Cluster, run: () => Promise<FaultResult>): Promise<FaultResult> {
  await startLowPots(cluster);
  try {
    return await run();
  } finally {
    await calmPots(cluster);
  }
}

interface Books {
  readonly hits: bigint;
  readonly wins: bigint;
  readonly prizes: bigint;
  readonly reseeds: bigint;
  readonly unbalanced: bigint;
  readonly shared: bigint;
  readonly contributions: bigint;
}

/** Draws, wins and movements of the pots, counted apart from each other. */
async function readBooks({ owner }: Cluster): Promise<Books> {
  const { rows } = await owner.query<Books>(
    `select (select count(*) from jackpot_draws where ended_at is not null) as hits,
            (select count(*) from jackpot_wins) as wins,
            (select count(*) from transfers where kind = 'JACKPOT_WIN') as prizes,
            (select count(*) from transfers t join jackpot_pots p on p.account_id = t.credit_account_id where t.kind = 'ISSUE') - 3 as reseeds,
            (select count(*) from audit_jackpot where seeds_micros + contributions_micros <> prizes_micros + balance_micros) as unbalanced,
            (select count(*) from (select draw_id from jackpot_wins group by draw_id having count(*) > 1) x) as shared,
            (select sum(contributions_micros)::bigint from audit_jackpot) as contributions`,
  );
  return rows[0]!;
}

function faultsOf(books: Books): string[] {
  const { hits, wins, prizes, reseeds, unbalanced, shared } = books;
  const isSame = [wins, prizes, reseeds].every((count) => count === hits);
  return [
    ...(isSame ? [] : [`${hits} hits, ${wins} wins, ${prizes} prizes, ${reseeds} new seeds`]),
    ...(unbalanced === 0n ? [] : [`${unbalanced} pots whose seeds + contributions ≠ prizes + pot`]),
    ...(shared === 0n ? [] : [`${shared} hits with more than one winner`]),
  ];
}

/** A player's socket that acknowledges each win; the ids it was shown. */
class Listener {
  readonly shown: string[] = [];
  private seen = 0;
  private readonly timer: NodeJS.Timeout;
  private constructor(private readonly client: RawClient) {
    this.timer = setInterval(() => this.read(), 20);
  }
  static async open(url: string, player: Player): Promise<Listener> {
    const client = await openStomp(url, player.token);
    client.say(subscribeFrame('w', `${TOPIC}${player.id}`, 'ack:client-individual\n'));
    return new Listener(client);
  }
  end(): void {
    clearInterval(this.timer);
    this.client.end();
  }
  private read(): void {
    for (; this.seen < this.client.frames.length; this.seen += 1) {
      const frame = this.client.frames[this.seen]!;
      const ack = /\nack:([^\n]+)/.exec(frame)?.[1];
      if (!frame.startsWith('MESSAGE') || ack === undefined) continue;
      this.shown.push(/\nmessage-id:([^\n]+)/.exec(frame)?.[1] ?? '');
      this.client.say(`ACK\nid:${ack}\n\n\0`);
    }
  }
}

async function untilDelivered(cluster: Cluster, players: readonly Player[]): Promise<number> {
  for (let waited = 0; ; waited += 100) {
    const { rows } = await cluster.owner.query<{ left: bigint }>(
      'select count(*) as left from jackpot_wins where delivered_at is null and user_id = any($1)',
      [players.map(({ id }) => id)],
    );
    if (rows[0]!.left === 0n || waited > 15_000) return Number(rows[0]!.left);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Stakes of 32 players at once over both processes; `disturb` runs meanwhile. */
async function stakeAtOnce(
  context: FaultContext,
  cluster: Cluster,
  count: number,
  disturb?: (isDone: () => boolean) => Promise<void>,
): Promise<{ failures: string[]; measured: string; players: Player[] }> {
  const players = await makeGamers(cluster, 32, 10_000);
  const stakes = Array.from({ length: count }, (_, index) => ({
    player: players[index % players.length]!,
    txn: `c-${players[0]!.id}-${index}`,
    round: `c-${players[0]!.id}-${index}`,
    bet: context.random.between(1, 2_999) / 1000,
  }));
  const start = await readBooks(cluster);
  const failures: string[] = [];
  let done = false;
  const disturbed = disturb?.(() => done);
  // Told of below, once the stakes are through.
  disturbed?.catch(() => undefined);
  const startedAt = performance.now();
  await forEachAtOnce(stakes, 32, async (move, index) => {
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
  const books = await readBooks(cluster);
  failures.push(...faultsOf(books));
  if (books.hits === start.hits) failures.push('no pot was won: the row proved nothing');
  const expected = stakes.reduce(
    (sum, { bet }) => sum + 3n * ((BigInt(Math.round(bet * 1000)) * 1000n * 10n) / 1000n),
    0n,
  );
  const contributed = books.contributions - start.contributions;
  if (contributed !== expected) failures.push(`contributions ${contributed}, recomputed ${expected}`);
  return {
    failures,
    players,
    measured: `${books.hits - start.hits} hits, ${(count / seconds).toFixed(0)} stakes/s`,
  };
}

const rows: FaultRow[] = [
  {
    id: 'C30',
    fault: 'bets of odd amounts, contributions recomputed with BigInt',
    bound: 'pots + prizes = seeds + contributions to the micro-dinar',
    trials: { short: 200, long: 20_000 },
    async run(context) {
      const { cluster } = context;
      return onLowPots(cluster, async () => {
        const { failures, measured } = await stakeAtOnce(context, cluster, context.trials);
        return { trials: context.trials, failures, measured };
      });
    },
  },
  {
    id: 'C31',
    fault: 'stakes of 32 players at once on low ceilings, every player listening',
    bound: 'hits = new seeds = prizes = messages, one winner each',
    trials: { short: 200, long: 10_000 },
    async run(context) {
      const { cluster } = context;
      return onLowPots(cluster, async () => {
        const listeners: Listener[] = [];
        const { failures, measured, players } = await stakeAtOnce(context, cluster, context.trials);
        // Winners who were away are told on their return, on either process, each win once.
        for (const [index, player] of players.entries())
          listeners.push(await Listener.open(cluster.processes[index % 2]!.url, player));
        const left = await untilDelivered(cluster, players);
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
    fault: 'the same with a process killed (-9) and started again',
    bound: 'credit and reset both or neither; hits = new seeds = prizes',
    trials: { long: 10_000 },
    async run(context) {
      const cluster = await context.ownCluster();
      return onLowPots(cluster, async () => {
        let kills = 0;
        const { failures, measured } = await stakeAtOnce(context, cluster, context.trials, async (isDone) => {
          while (kills < 10 && !isDone()) {
            const victim = cluster.processes.filter((server) => server.isRunning())[kills % 2]!;
            await victim.kill('SIGKILL');
            kills += 1;
            await (await cluster.start()).ready();
          }
        });
        if (kills < 10) failures.push(`only ${kills} kills before the stakes were through`);
        return { trials: context.trials, failures, measured: `${measured}, ${kills} kills` };
      });
    },
  },
  {
    id: 'C34',
    fault: 'a stake rolled back after it fed the pots, and after it won them',
    bound: 'the stake comes back, the pots and the prize stay, books agree',
    trials: { short: 1, long: 20 },
    async run(context) {
      const { cluster } = context;
      return onLowPots(cluster, async () => {
        const server = cluster.processes[0]!;
        const failures: string[] = [];
        for (let trial = 0; trial < context.trials; trial += 1) {
          const [player] = await makeGamers(cluster, 1, 1_000);
          const bet = async (amount: number, name: string): Promise<number> => {
            const before = await readBooks(cluster);
            const id = `${player!.id}-${name}`;
            await callWallet(server, { player: player!, txn: id, round: id, bet: amount });
            const { status } = await callWallet(server, {
              player: player!,
              txn: `${id}-rb`,
              round: id,
              cancels: id,
            });
            if (status !== 1) failures.push(`${id}: not rolled back`);
            const after = await readBooks(cluster);
            if (after.contributions <= before.contributions)
              failures.push(`${id}: the contribution left the pots`);
            return Number(after.wins - before.wins);
          };
          await bet(0.5, 'small');
          const won = await bet(900, 'great');
          if (won !== 3) failures.push(`${player!.id}: the great stake won ${won} pots`);
          const { rows: prizes } = await cluster.owner.query<{ prize: bigint }>(
            'select coalesce(sum(prize_micros), 0)::bigint as prize from jackpot_wins where user_id = $1',
            [player!.id],
          );
          const balance = await balanceOf(server, player!);
          if (balance !== Math.round((1e9 + Number(prizes[0]!.prize)) / 1000))
            failures.push(`${player!.id}: ${balance}/1000 with prizes of ${prizes[0]!.prize} micro-dinars`);
        }
        return { trials: context.trials, failures: [...failures, ...faultsOf(await readBooks(cluster))] };
      });
    },
  },
  {
    id: 'C35',
    fault: 'a stake whose contribution goes far beyond the ceiling',
    bound: 'it wins the whole pot, what lies above the ceiling included; one hit a pot',
    trials: { short: 1, long: 20 },
    async run(context) {
      const { cluster } = context;
      return onLowPots(cluster, async () => {
        const failures: string[] = [];
        for (let trial = 0; trial < context.trials; trial += 1) {
          const before = await readBooks(cluster);
          await startLowPots(cluster);
          const after = await readBooks(cluster);
          if (after.hits - before.hits !== 3n)
            failures.push(`trial ${trial}: ${after.hits - before.hits} hits`);
        }
        return { trials: context.trials, failures: [...failures, ...faultsOf(await readBooks(cluster))] };
      });
    },
  },
  {
    id: 'C36',
    fault: 'a winner on the other process, and one who never acknowledges',
    bound: 'shown there without reconnecting; shown again on return until acknowledged',
    trials: { short: 1, long: 20 },
    async run(context) {
      const { cluster } = context;
      return onLowPots(cluster, async () => {
        const failures: string[] = [];
        let slowestMs = 0;
        for (let trial = 0; trial < context.trials; trial += 1) {
          const [player] = await makeGamers(cluster, 1, 1_000);
          const deaf = await openStomp(cluster.processes[1]!.url, player!.token);
          deaf.say(subscribeFrame('w', `${TOPIC}${player!.id}`, 'ack:client-individual\n'));
          const startedAt = performance.now();
          const id = `far-${player!.id}`;
          await callWallet(cluster.processes[0]!, { player: player!, txn: id, round: id, bet: 900 });
          const heard = await deaf.hear('MESSAGE', 10_000).catch(() => null);
          slowestMs = Math.max(slowestMs, performance.now() - startedAt);
          if (heard === null) failures.push(`trial ${trial}: nothing heard on the other process`);
          deaf.end();
          const back = await Listener.open(cluster.processes[0]!.url, player!);
          const left = await untilDelivered(cluster, [player!]);
          back.end();
          if (left > 0 || new Set(back.shown).size !== 3)
            failures.push(`trial ${trial}: shown ${back.shown.join()}, ${left} left`);
          const again = await Listener.open(cluster.processes[1]!.url, player!);
          await new Promise((resolve) => setTimeout(resolve, 200));
          again.end();
          if (again.shown.length > 0) failures.push(`trial ${trial}: shown after the acknowledgement`);
        }
        return { trials: context.trials, failures, measured: `slowest ${slowestMs.toFixed(0)} ms` };
      });
    },
  },
  {
    id: 'C37',
    fault: 'counters polled by ten while pots are won',
    bound: 'finite, never under the seed, never falling but to a win',
    trials: { short: 200, long: 8_000 },
    async run(context) {
      const { cluster } = context;
      return onLowPots(cluster, async () => {
        const failures: string[] = [];
        let polls = 0;
        const lastWins: bigint[] = [];
        const { failures: broken, measured } = await stakeAtOnce(
          context,
          cluster,
          context.trials,
          async (isDone) => {
            const [{ token }] = (await makeGamers(cluster, 1, 1)) as [Player];
            await Promise.all(
              Array.from({ length: 10 }, async (_, index) => {
                const last = [0, 0, 0];
                const server = cluster.processes[index % 2]!;
                while (!isDone()) {
                  const winsBefore = (await readBooks(cluster)).wins;
                  const { body } = await server.call('GET', '/jackpot/counters', { token });
                  const told = Object.values(body as Record<string, number>);
                  const isOdd =
                    told.length !== 3 || told.some((value) => !Number.isFinite(value) || value < LOW.seed);
                  if (isOdd) failures.push(`told ${JSON.stringify(body)}`);
                  const fell = told.some((value, tier) => value < last[tier]!);
                  // It fell since the last look: there must have been a win since then.
                  if (
                    fell &&
                    winsBefore === lastWins[index] &&
                    (await readBooks(cluster)).wins === winsBefore
                  )
                    failures.push(`fell from ${last.join()} to ${told.join()} without a win`);
                  lastWins[index] = winsBefore;
                  last.splice(0, 3, ...told);
                  polls += 1;
                }
              }),
            );
          },
        );
        return {
          trials: context.trials,
          failures: [...failures, ...broken],
          measured: `${measured}, ${polls} polls`,
        };
      });
    },
  },
  {
    id: 'C38',
    fault: 'rate, seed and ceilings changed while stakes run',
    bound: 'who, when, old and new recorded; from the next stake, from the next pot; no other way in',
    trials: { short: 1, long: 20 },
    async run(context) {
      const { cluster } = context;
      return onLowPots(cluster, async () => {
        const [player] = await makeGamers(cluster, 1, 1_000_000);
        const failures: string[] = [];
        for (let trial = 0; trial < context.trials; trial += 1) {
          const rate = 20 + (trial % 50);
          await setJackpots(cluster, { ...LOW, rate, seed: 1 + trial / 100 });
          const before = await readBooks(cluster);
          const id = `rate-${player!.id}-${trial}`;
          await callWallet(cluster.processes[trial % 2]!, { player: player!, txn: id, round: id, bet: 0.1 });
          const moved = (await readBooks(cluster)).contributions - before.contributions;
          if (moved !== 3n * 100n * BigInt(rate))
            failures.push(`rate ${rate}: ${moved} micro-dinars contributed`);
        }
        const { rows: changes } = await cluster.owner.query<{ number: bigint }>(
          "select count(*) as number from jackpot_changes where changed_by = 'faults' and parameter = 'rate'",
        );
        if (Number(changes[0]!.number) < context.trials * 3)
          failures.push(`${changes[0]!.number} changes recorded`);
        const refused = await cluster.owner
          .query("set role palier_app; select jackpot_set('gold', 1, null, null, null, 'thief')")
          .then(() => 'the application may change a pot')
          .catch(() => null);
        if (refused !== null) failures.push(refused);
        return { trials: context.trials, failures: [...failures, ...faultsOf(await readBooks(cluster))] };
      });
    },
  },
  {
    id: 'C39',
    fault: 'ceilings drawn by the database’s CSPRNG',
    bound: 'every part of the range as likely as any other (chi-square over 100 parts, p > 1e-6)',
    trials: { short: 20_000, long: 1_000_000 },
    async run({ cluster, trials }) {
      const { rows: counted } = await cluster.owner.query<{ part: number; number: bigint }>(
        `select ((jackpot_draw_ceiling(1000, 1000999) - 1000) / 10000)::int as part, count(*) as number
           from generate_series(1, $1) group by 1`,
        [trials],
      );
      const expected = trials / 100;
      const chiSquare = counted.reduce(
        (sum, { number }) => sum + (Number(number) - expected) ** 2 / expected,
        0,
      );
      // 99 degrees of freedom: 181 is passed once in a million.
      const failures =
        counted.length === 100 && chiSquare < 181 ? [] : [`${counted.length} parts, χ² ${chiSquare}`];
      return { trials, failures, measured: `χ² ${chiSquare.toFixed(1)} of 99 degrees` };
    },
  },
];
export default rows;
