import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { program } from '@palier/base/process/program';
import { runNode } from '@palier/base/process/run';
import type { Cluster } from '@palier/test-support/actors/cluster';
import { raisePots } from '@palier/test-support/actors/jackpots';
import { createFundedPlayers, GAME, type Player } from '@palier/test-support/actors/players';
import { processesOf, signalAll, signalPostgres } from '@palier/test-support/actors/postgres';
import * as wallet from '@palier/test-support/actors/wallet-client';
import { atOnce } from '@palier/test-support/at-once';
import type { Scenario } from '../../scenario';

// The kit's command line, which knows nothing about this server.
const KIT = program('tests/conformance/main.ts');
/** Many players, because each waits for its own answers. */
const PLAYERS = 64;

export default [
  {
    id: 'B25',
    title: 'frozen database during callbacks',
    fault: 'the database is frozen for 5 s while eight players bet',
    bound: 'each answer within 5 s, at worst INTERNAL_ERROR; after retries all balances are exact',
    trials: { long: 3 },
    ownCluster: true,
    async run({ startOwnCluster, trials, expect }) {
      const cluster = await startOwnCluster();
      const players = await createFundedPlayers(cluster, 8, 100);
      const readBalances = (process: number): Promise<number[]> =>
        atOnce(players.length, (index) => wallet.balanceOf(cluster.processes[process]!, players[index]!));
      let [bets, repeated, slowestMs] = [0, 0, 0];
      for (let trial = 0; trial < trials; trial += 1) {
        const before = await readBalances(0);
        const frozen = await freezeDuringBets(cluster, players, `frozen-${trial}`);
        const unanswered = frozen.bets.filter(({ answer }) => answer.status !== 1);
        const affected = new Set(unanswered.map(({ call }) => call.player)).size;
        expect(affected === players.length, `trial ${trial}: only ${affected} players were affected`);
        for (const { call, answer } of unanswered) {
          expect(answer.msg === 'INTERNAL_ERROR', `${call.txn}: ${answer.msg}`);
          const again = await wallet.callUntilAnswered(() => cluster.processes, call);
          expect(again.status === 1, `${call.txn} again: ${again.msg}`);
        }
        const after = await readBalances(1);
        for (const [index, player] of players.entries()) {
          const changed = after[index]! - before[index]!;
          const expected = -10 * frozen.bets.filter(({ call }) => call.player === player).length;
          expect(changed === expected, `trial ${trial}, player ${index}: ${changed} instead of ${expected}`);
        }
        bets += frozen.bets.length;
        repeated += unanswered.length;
        slowestMs = Math.max(slowestMs, frozen.slowestMs);
      }
      const slowest = `slowest answer ${slowestMs.toFixed(0)} ms`;
      expect(slowestMs <= 5_000, slowest);
      return `${bets} stakes, ${repeated} of them sent again, ${slowest}`;
    },
  },
  {
    id: 'B29',
    title: 'conformance kit',
    fault: 'the conformance kit against two processes: lost, duplicated and reordered callbacks, rollbacks',
    bound: 'every check passes; the kit’s rounds equal the server’s; no duplicate posting',
    trials: { long: 50_000 },
    async run({ cluster, trials, random, expect, fail }) {
      // The kit does not know jackpots and would report a prize as a wrong balance.
      await raisePots(cluster);
      const players = await createFundedPlayers(cluster, PLAYERS, 10_000);
      const seed = random.between(1, 2 ** 31 - 10);
      const rounds = await atOnce(2, async (index) => {
        const users = players.filter((_, player) => player % 2 === index).map(({ id }) => `u${id}`);
        const file = path.join(cluster.folder, `rounds-${seed}-${index}.jsonl`);
        const { code, output } = await runNode([
          ...KIT,
          '--url',
          `${cluster.urlOf(index)}/gold_api`,
          '--secret',
          'palier-demo-secret',
          '--users',
          users.join(','),
          '--game',
          GAME,
          '--rollback',
          '--rounds',
          file,
          '--calls',
          String(Math.ceil(trials / 2)),
          '--seed',
          String(seed + index),
        ]);
        expect(code === 0, output);
        const lines = (await readFile(file, 'utf8')).trim().split('\n');
        return lines.map((line) => JSON.parse(line) as KitRound);
      });
      for (const difference of await compareRounds(cluster, rounds.flat())) fail(difference);
      return `${rounds.flat().length} rounds compared`;
    },
  },
] satisfies Scenario[];

interface Bet {
  readonly call: wallet.WalletCall;
  readonly answer: wallet.WalletAnswer;
}

/**
 * Freezes the database for 5 s while each player bets 0.01 TND without a pause and reads the balance. Returns
 * the first answer of every bet.
 */
async function freezeDuringBets(
  cluster: Cluster,
  players: readonly Player[],
  name: string,
): Promise<{ bets: Bet[]; slowestMs: number }> {
  const bets: Bet[] = [];
  let slowestMs = 0;
  let isThawed = false;
  const timed = async <Answer>(call: Promise<Answer>): Promise<Answer> => {
    const startedAt = performance.now();
    const answer = await call;
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
    return answer;
  };
  const play = async (index: number): Promise<void> => {
    for (let count = 0; !isThawed; count += 1) {
      const txn = `${name}-${index}-${count}`;
      const call = { player: players[index]!, txn, round: txn, bet: 0.01 };
      bets.push({ call, answer: await timed(wallet.callWallet(cluster.processes[index % 2]!, call)) });
    }
  };
  const playing = atOnce(players.length, play);
  // Awaited below; these handlers only prevent an unhandled rejection until then.
  playing.catch(() => undefined);
  await wait(200);
  const pids = await processesOf(cluster);
  // `processesOf` reads /proc synchronously: the pause lets the players send their calls before the processes
  // stop.
  await wait(20);
  signalAll(pids, 'SIGSTOP');
  const reading = atOnce(players.length, (index) =>
    timed(wallet.balanceOf(cluster.processes[index % 2]!, players[index]!)),
  );
  reading.catch(() => undefined);
  await wait(5_000);
  await signalPostgres(cluster, 'SIGCONT');
  isThawed = true;
  await Promise.all([playing, reading]);
  return { bets, slowestMs };
}

interface KitRound {
  readonly roundId: string;
  readonly bet: number;
  readonly win: number;
}

/** One line for each round that the server stored otherwise, or not at all. */
async function compareRounds({ owner }: Cluster, kitRounds: readonly KitRound[]): Promise<string[]> {
  const { rows } = await owner.query<{ round_id: string; sums: string }>(
    "select round_id, concat(bet_micros, '/', win_micros) as sums from rounds where round_id = any($1)",
    [kitRounds.map(({ roundId }) => roundId)],
  );
  const known = new Map(rows.map(({ round_id, sums }) => [round_id, sums]));
  return kitRounds
    .filter(({ roundId, bet, win }) => known.get(roundId) !== `${bet * 1000}/${win * 1000}`)
    .map(({ roundId, bet, win }) => `round ${roundId}: kit ${bet}/${win}, server ${known.get(roundId)}`);
}
