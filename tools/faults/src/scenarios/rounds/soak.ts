import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { program } from '@palier/scripts/process/program';
import type { Cluster } from '../../actors/cluster';
import { raisePots } from '../../actors/jackpots';
import { createFundedPlayers, GAME, type Player } from '../../actors/players';
import { processesOf, signalAll, signalPostgres } from '../../actors/postgres';
import {
  balanceOf,
  callUntilAnswered,
  callWallet,
  type WalletAnswer,
  type WalletCall,
} from '../../actors/wallet-client';
import type { Scenario } from '../../scenario';

// The kit's command line, which knows nothing about this server.
const KIT = program('tools/conformance/src/main.ts');
/** Many players, because each waits for its own answers. */
const PLAYERS = 64;

const scenarios: Scenario[] = [
  {
    id: 'B25',
    title: 'frozen database during callbacks',
    fault: 'the database is frozen for 5 s while eight players bet',
    bound: 'each answer within 5 s, at worst INTERNAL_ERROR; after retries all balances are exact',
    trials: { long: 3, budgetS: 35 },
    ownCluster: true,
    mostlyIdle: true,
    async run(context) {
      const { trials } = context;
      const cluster = await context.startOwnCluster();
      const players = await createFundedPlayers(cluster, 8, 100);
      const failures: string[] = [];
      let [staked, repeated, slowestMs] = [0, 0, 0];
      for (let trial = 0; trial < trials; trial += 1) {
        const before = await Promise.all(players.map((player) => balanceOf(cluster.processes[0]!, player)));
        const { stakes, longestMs } = await freezeDuringBets(cluster, players, `frozen-${trial}`);
        const unanswered = stakes.filter(({ answer }) => answer.status !== 1);
        const met = new Set(unanswered.map(({ move }) => move.player));
        if (met.size < players.length)
          failures.push(`trial ${trial}: only ${met.size} players were affected`);
        for (const { move, answer } of unanswered) {
          if (answer.msg !== 'INTERNAL_ERROR') failures.push(`${move.txn}: ${answer.msg}`);
          const again = await callUntilAnswered(() => cluster.processes, move);
          if (again.status !== 1) failures.push(`${move.txn} again: ${again.msg}`);
        }
        for (const [index, player] of players.entries()) {
          const changed = (await balanceOf(cluster.processes[1]!, player)) - before[index]!;
          const expected = -10 * stakes.filter(({ move }) => move.player === player).length;
          if (changed !== expected)
            failures.push(`trial ${trial}, player ${index}: ${changed} instead of ${expected}`);
        }
        staked += stakes.length;
        repeated += unanswered.length;
        slowestMs = Math.max(slowestMs, longestMs);
      }
      if (slowestMs > 5_000) failures.push(`slowest answer ${slowestMs.toFixed(0)} ms`);
      const measured = `${staked} stakes, ${repeated} of them sent again, slowest answer ${slowestMs.toFixed(0)} ms`;
      return { trials, failures, measured };
    },
  },
  {
    id: 'B29',
    title: 'conformance kit',
    fault: 'the conformance kit against two processes: lost, duplicated and reordered callbacks, rollbacks',
    bound: 'every check passes; the kit’s rounds equal the server’s; no duplicate posting',
    trials: { long: 50_000, budgetS: 65 },
    async run({ cluster, trials, random, seeds }) {
      const failures: string[] = [];
      // The kit does not know jackpots and would report a prize as a wrong balance.
      await raisePots(cluster);
      let rounds = 0;
      for (let count = 0; count < seeds; count += 1) {
        const players = await createFundedPlayers(cluster, PLAYERS, 10_000);
        const halves = [players.slice(0, PLAYERS / 2), players.slice(PLAYERS / 2)];
        const kitSeed = random.between(1, 2 ** 31 - 10);
        const books = await Promise.all(
          halves.map(async (players, index) => {
            const book = path.join(cluster.folder, `book-${kitSeed}-${index}.jsonl`);
            const { code, text } = await runKit([
              ...['--url', `${cluster.processes[index]!.url}/gold_api`, '--secret', 'palier-demo-secret'],
              ...['--users', players.map(({ id }) => `u${id}`).join(','), '--game', GAME, '--rollback'],
              ...[
                '--calls',
                String(Math.ceil(trials / 2)),
                '--seed',
                String(kitSeed + index),
                '--book',
                book,
              ],
            ]);
            if (code !== 0) failures.push(text);
            return (await readFile(book, 'utf8')).trim().split('\n');
          }),
        );
        const kitRounds = books
          .flat()
          .map((line) => JSON.parse(line) as { roundId: string; bet: number; win: number });
        rounds += kitRounds.length;
        failures.push(...(await compareRounds(cluster, kitRounds)));
      }
      return {
        trials: trials * seeds,
        failures,
        measured: `${seeds} ${seeds === 1 ? 'seed' : 'seeds'}, ${rounds} rounds compared`,
      };
    },
  },
];
export default scenarios;

/**
 * Freezes the database for 5 s while each player bets 0.01 TND without a pause and reads the balance. Returns the first answer of every bet.
 */
async function freezeDuringBets(
  cluster: Cluster,
  players: readonly Player[],
  name: string,
): Promise<{ stakes: { move: WalletCall; answer: WalletAnswer }[]; longestMs: number }> {
  const stakes: { move: WalletCall; answer: WalletAnswer }[] = [];
  let longestMs = 0;
  const timed = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    const startedAt = performance.now();
    const answer = await call();
    longestMs = Math.max(longestMs, performance.now() - startedAt);
    return answer;
  };
  let isThawed = false;
  const play = async (player: Player, index: number): Promise<void> => {
    for (let count = 0; !isThawed; count += 1) {
      const txn = `${name}-${index}-${count}`;
      const move = { player, txn, round: txn, bet: 0.01 };
      stakes.push({ move, answer: await timed(() => callWallet(cluster.processes[index % 2]!, move)) });
    }
  };
  const playing = Promise.all(players.map(play));
  // Awaited below; these handlers only prevent an unhandled rejection until then.
  playing.catch(() => undefined);
  await wait(200);
  const pids = await processesOf(cluster);
  // `processesOf` reads /proc synchronously: the pause lets the players send their calls before the processes stop.
  await wait(20);
  signalAll(pids, 'SIGSTOP');
  const reading = Promise.all(
    players.map((player, index) => timed(() => balanceOf(cluster.processes[index % 2]!, player))),
  );
  reading.catch(() => undefined);
  await wait(5_000);
  await signalPostgres(cluster, 'SIGCONT');
  isThawed = true;
  await Promise.all([playing, reading]);
  return { stakes, longestMs };
}

function runKit(args: readonly string[]): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, [...KIT, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((resolve) => child.once('exit', (code) => resolve({ code, text })));
}

async function compareRounds(
  { owner }: Cluster,
  kitRounds: readonly { roundId: string; bet: number; win: number }[],
): Promise<string[]> {
  const { rows: serverRounds } = await owner.query<{
    round_id: string;
    bet_micros: bigint;
    win_micros: bigint;
  }>('select round_id, bet_micros, win_micros from rounds where round_id = any($1)', [
    kitRounds.map(({ roundId }) => roundId),
  ]);
  const known = new Map(serverRounds.map((row) => [row.round_id, row]));
  return kitRounds.flatMap(({ roundId, bet, win }) => {
    const row = known.get(roundId);
    const isSame =
      row !== undefined && row.bet_micros === BigInt(bet) * 1000n && row.win_micros === BigInt(win) * 1000n;
    return isSame
      ? []
      : [`round ${roundId}: book ${bet}/${win}, server ${row?.bet_micros}/${row?.win_micros}`];
  });
}
