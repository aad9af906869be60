import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Cluster } from '../cluster';
import type { FaultRow } from '../row';
import { balanceOf, callUntilAnswered, GAME, makeGamers } from '../tools/gamers';
import { signalPostgres } from '../tools/postgres';
import { calmPots } from '../tools/pots';

// As it is shipped: the kit knows nothing of this server.
const KIT = fileURLToPath(new URL('../../../scripts/src/conformance.ts', import.meta.url));
/** More players share more commits; one of them waits for each of its answers. */
const PLAYERS = 64;

const rows: FaultRow[] = [
  {
    id: 'B25',
    isApart: true,
    isWaiting: true,
    fault: 'the database frozen for 5 s under callbacks',
    bound: 'an answer within 5 s each, INTERNAL_ERROR at worst; after retries the books agree',
    trials: { long: 3 },
    async run(context) {
      const { trials } = context;
      const cluster = await context.ownCluster();
      const gamers = await makeGamers(cluster, 8, 100);
      const failures: string[] = [];
      let slowestMs = 0;
      for (let trial = 0; trial < trials; trial += 1) {
        const before = await Promise.all(gamers.map((gamer) => balanceOf(cluster.processes[0]!, gamer)));
        await signalPostgres(cluster, 'SIGSTOP');
        const thawed = wait(5_000).then(() => signalPostgres(cluster, 'SIGCONT'));
        await Promise.all(
          gamers.map(async (player, index) => {
            const move = {
              player,
              txn: `frozen-${trial}-${index}`,
              round: `frozen-${trial}-${index}`,
              bet: 1,
            };
            const startedAt = performance.now();
            await cluster.processes[index % 2]!.call('POST', '/gold_api', {
              body: {
                agent_code: 'palier',
                agent_secret: 'palier-demo-secret',
                method: 'user_balance',
                user_code: `u${player.id}`,
              },
            });
            slowestMs = Math.max(slowestMs, performance.now() - startedAt);
            await callUntilAnswered(() => cluster.processes, move);
          }),
        );
        await thawed;
        for (const [index, gamer] of gamers.entries()) {
          const changed = (await balanceOf(cluster.processes[1]!, gamer)) - before[index]!;
          if (changed !== -1000)
            failures.push(`trial ${trial}, player ${index}: ${changed} instead of -1000`);
        }
      }
      if (slowestMs > 5_000) failures.push(`slowest answer ${slowestMs.toFixed(0)} ms`);
      return { trials, failures, measured: `slowest answer ${slowestMs.toFixed(0)} ms` };
    },
  },
  {
    id: 'B29',
    fault: 'the conformance kit: drops, duplicates, reorders, rollbacks over both processes',
    bound: 'every rule kept, the aggregator’s book = our rounds, 0 double effects',
    trials: { long: 50_000 },
    async run({ cluster, trials, random, courses }) {
      const failures: string[] = [];
      // The kit knows of no jackpots: a prize would be money from nowhere to it.
      await calmPots(cluster);
      let rounds = 0;
      for (let count = 0; count < courses; count += 1) {
        const gamers = await makeGamers(cluster, PLAYERS, 10_000);
        const halves = [gamers.slice(0, PLAYERS / 2), gamers.slice(PLAYERS / 2)];
        const course = random.between(1, 2 ** 31 - 10);
        const books = await Promise.all(
          halves.map(async (players, index) => {
            const book = path.join(cluster.folder, `book-${course}-${index}.jsonl`);
            const { code, text } = await runKit([
              ...['--url', `${cluster.processes[index]!.url}/gold_api`, '--secret', 'palier-demo-secret'],
              ...['--users', players.map(({ id }) => `u${id}`).join(','), '--game', GAME, '--rollback'],
              ...['--calls', String(Math.ceil(trials / 2)), '--seed', String(course + index), '--book', book],
            ]);
            if (code !== 0) failures.push(text);
            return (await readFile(book, 'utf8')).trim().split('\n');
          }),
        );
        const booked = books
          .flat()
          .map((line) => JSON.parse(line) as { roundId: string; bet: number; win: number });
        rounds += booked.length;
        failures.push(...(await compareBooks(cluster, booked)));
      }
      return {
        trials: trials * courses,
        failures,
        measured: `${courses} ${courses === 1 ? 'seed' : 'seeds'}, ${rounds} rounds compared`,
      };
    },
  },
];
export default rows;

function runKit(args: readonly string[]): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', KIT, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, text })));
}

async function compareBooks(
  { owner }: Cluster,
  booked: readonly { roundId: string; bet: number; win: number }[],
): Promise<string[]> {
  const { rows: ours } = await owner.query<{ round_id: string; bet_micros: bigint; win_micros: bigint }>(
    'select round_id, bet_micros, win_micros from rounds where round_id = any($1)',
    [booked.map(({ roundId }) => roundId)],
  );
  const known = new Map(ours.map((row) => [row.round_id, row]));
  return booked.flatMap(({ roundId, bet, win }) => {
    const row = known.get(roundId);
    const isSame =
      row !== undefined && row.bet_micros === BigInt(bet) * 1000n && row.win_micros === BigInt(win) * 1000n;
    return isSame ? [] : [`round ${roundId}: book ${bet}/${win}, ours ${row?.bet_micros}/${row?.win_micros}`];
  });
}
