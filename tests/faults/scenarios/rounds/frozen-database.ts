import { setTimeout as wait } from 'node:timers/promises';
import type { Cluster } from '@palier/test-support/actors/cluster';
import { raisePots } from '@palier/test-support/actors/jackpots';
import { createFundedPlayers, type Player } from '@palier/test-support/actors/players';
import { processesOf, signalAll, signalPostgres } from '@palier/test-support/actors/postgres';
import { sendWalletCall, type SentCall, type WalletCall } from '@palier/test-support/actors/wallet-client';
import { atOnce } from '@palier/test-support/at-once';
import type { Scenario } from '../../scenario';

const PLAYERS = 8;
const FROZEN_MS = 6_000;
const STAKE = 0.01;
const WIN = 0.03;
/** A repeat of an unconfirmed call is answered unknown as long as the database works off its queue. */
const REPEATS = 200;

/**
 * What the vendor knows of a spin: a refusal over HTTP 200 is final, any other answer but a success is
 * unconfirmed.
 */
type Knowledge = 'taken' | 'void' | 'unconfirmed';

interface Spin {
  readonly call: WalletCall;
  knowledge: Knowledge;
  isPaid: boolean;
  /** The first answer was unconfirmed. */
  readonly wasUnconfirmed: boolean;
}

const knowledgeOf = ({ httpStatus, answer }: SentCall): Knowledge => {
  if (httpStatus !== 200 || answer === null) return 'unconfirmed';
  return answer.status === 1 ? 'taken' : 'void';
};

export default [
  {
    id: 'B30',
    title: 'spins of a vendor that voids refused ones',
    fault:
      'the database is frozen for 6 s under the bets of eight players; ' +
      'the vendor voids a spin that HTTP 200 refuses, and repeats or takes back one without a final ' +
      'answer',
    bound:
      'no stake is taken for a void spin and no void spin is paid: each round holds what the vendor knows',
    trials: { short: 1, long: 30 },
    isSlow: true,
    ownCluster: true,
    async run({ startOwnCluster, trials, expect, fail }) {
      const cluster = await startOwnCluster();
      // A prize of a jackpot would change balances.
      await raisePots(cluster);
      const players = await createFundedPlayers(cluster, PLAYERS, 1_000);
      const counts = { spins: 0, unconfirmed: 0, void: 0 };
      for (let trial = 0; trial < trials; trial += 1) {
        const spins = await spinWhileFrozen(cluster, players, `spin-${trial}`);
        const unconfirmed = spins.filter(({ knowledge }) => knowledge === 'unconfirmed');
        expect(unconfirmed.length > 0, `trial ${trial}: no call was affected`);
        await atOnce(unconfirmed.length, (index) => settleUnconfirmed(cluster, unconfirmed[index]!, index));
        await atOnce(spins.length, (index) => payTaken(cluster, spins[index]!));
        for (const difference of await compare(cluster, spins)) fail(`trial ${trial}: ${difference}`);
        counts.spins += spins.length;
        counts.unconfirmed += spins.filter(({ wasUnconfirmed }) => wasUnconfirmed).length;
        counts.void += spins.filter(({ knowledge }) => knowledge === 'void').length;
      }
      const { spins, unconfirmed, void: voided } = counts;
      return `${spins} spins, ${unconfirmed} of them unconfirmed, ${voided} void in the end`;
    },
  },
] satisfies Scenario[];

/** Each player spins without a pause until the database goes on. */
async function spinWhileFrozen(cluster: Cluster, players: readonly Player[], name: string): Promise<Spin[]> {
  const spins: Spin[] = [];
  let isThawed = false;
  const play = async (index: number): Promise<void> => {
    for (let count = 0; !isThawed; count += 1) {
      const txn = `${name}-${index}-${count}`;
      // Every fifth stake is above the balance: a refusal that is final, before and after the freeze.
      const bet = count % 5 === 4 ? 1e6 : STAKE;
      const call = { player: players[index]!, txn, round: txn, bet };
      const knowledge = knowledgeOf(await sendWalletCall(cluster.processes[index % 2]!, call));
      spins.push({ call, knowledge, isPaid: false, wasUnconfirmed: knowledge === 'unconfirmed' });
    }
  };
  const playing = atOnce(players.length, play);
  // Awaited below; this handler only prevents an unhandled rejection until then.
  playing.catch(() => undefined);
  await wait(200);
  const pids = await processesOf(cluster);
  await wait(20);
  signalAll(pids, 'SIGSTOP');
  await wait(FROZEN_MS);
  await signalPostgres(cluster, 'SIGCONT');
  isThawed = true;
  await playing;
  return spins;
}

/** The vendor repeats every second unconfirmed spin, and takes the others back: they are void then. */
async function settleUnconfirmed({ processes }: Cluster, spin: Spin, index: number): Promise<void> {
  const { call } = spin;
  const takesBack = index % 2 === 1;
  const sent = takesBack ? { ...call, txn: `${call.txn}-back`, cancels: call.txn } : call;
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const knowledge = knowledgeOf(await sendWalletCall(processes[repeat % 2]!, sent));
    if (knowledge !== 'unconfirmed') {
      spin.knowledge = takesBack ? 'void' : knowledge;
      return;
    }
    await wait(50);
  }
  throw new Error(`${sent.txn}: no final answer`);
}

/**
 * The vendor sends the win of each spin that it plays; of void spins it sends one too, which must not be
 * paid.
 */
async function payTaken({ processes }: Cluster, spin: Spin): Promise<void> {
  const { player, txn, round } = spin.call;
  const win = { player, txn: `${txn}-win`, round, type: 'credit', win: WIN } as const;
  spin.isPaid = knowledgeOf(await sendWalletCall(processes[0]!, win)) === 'taken';
}

/** One line for each round in which the ledger and the vendor differ. */
async function compare({ owner }: Cluster, spins: readonly Spin[]): Promise<string[]> {
  const { rows } = await owner.query<{ round_id: string; sums: string }>(
    "select round_id, concat(bet_micros, '/', win_micros) as sums from rounds where round_id = any($1)",
    [spins.map(({ call }) => call.round)],
  );
  const known = new Map(rows.map(({ round_id: round, sums }) => [round, sums]));
  return spins.flatMap(({ call: { round }, knowledge, isPaid }) => {
    const isTaken = knowledge === 'taken';
    const expected = isTaken ? `${STAKE * 1e6}/${WIN * 1e6}` : '0/0';
    const found = known.get(round) ?? '0/0';
    return found === expected && isPaid === isTaken
      ? []
      : [`round ${round} is ${knowledge} and ${isPaid ? 'paid' : 'not paid'}, the ledger has ${found}`];
  });
}
