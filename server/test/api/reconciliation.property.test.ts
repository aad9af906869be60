import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom, type Random } from '@palier/test-support/random';
import { verifyLedger } from '../../src/operator/verify';
import { compareEndedRounds } from '../../src/games/reconciliation/compare-ended-rounds.use-case';
import { reconcileRounds } from '../../src/games/reconciliation/reconcile-rounds.use-case';
import { logEntry, type Games, reconciliationServices, useGames } from './games-provider';

const games = useGames();
const SEEDS = process.env.PALIER_LONG === '1' ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] : [4, 5, 6];

/** A round of the provider, in thousandths of a dinar. */
interface ProviderRound {
  readonly id: string;
  readonly stakeId: string;
  state: 'settled' | 'refused' | 'pending';
  bet: number;
  /** Amounts above 0, by their transactions. */
  readonly wins: Map<string, number>;
}

const dinars = (thousandths: number): number => thousandths / 1_000;
const sumOf = (wins: ReadonlyMap<string, number>): number =>
  [...wins.values()].reduce((sum, win) => sum + win, 0);

type Move = Parameters<Games['send']>[0];

/** True when the provider knows that the callback was accepted; null when it gave up without an answer. */
async function deliver(random: Random, move: Move): Promise<boolean | null> {
  if (random.chance(0.15)) return null;
  const answers = await Promise.all(
    Array.from({ length: random.chance(0.2) ? 3 : 1 }, () => games.send(move)),
  );
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer))).size, 1);
  return random.chance(0.15) ? null : answers[0]!.status === 1;
}

/**
 * Plays a round; with `isVoidBefore`, first rolls back a stake that has not arrived. Wins that were given up
 * are added to `late`.
 */
async function play(random: Random, id: string, isVoidBefore: boolean, late: Move[]): Promise<ProviderRound> {
  const bet = random.pick([0, 500, 1_000, 1_255]);
  const round: ProviderRound = { id, stakeId: `${id}-bet`, state: 'settled', bet, wins: new Map() };
  const pay = async (txn: string): Promise<void> => {
    const win = random.pick([0, 0, 700, 2_345]);
    const move = { txn, round: id, type: 'credit', win: dinars(win) };
    if (win > 0) round.wins.set(txn, win);
    // A provider may omit the callback of a lost round.
    if (win === 0 && random.chance(0.5)) return;
    if ((await deliver(random, move)) === null && win > 0) late.push(move);
  };
  if (isVoidBefore)
    while ((await deliver(random, { txn: `${id}-back`, round: id, ref: `${id}-void` })) === null);
  if (bet > 0 && random.chance(0.4)) {
    // This callback is sent until it is answered. It closes the round, and a free spin that was won in it is
    // paid afterwards.
    const win = random.pick([0, 300]);
    const spin = { txn: round.stakeId, round: id, type: 'debit_credit', bet: dinars(bet), win: dinars(win) };
    while ((await deliver(random, spin)) === null);
    if (win > 0) round.wins.set(round.stakeId, win);
  } else if ((await deliver(random, { txn: round.stakeId, round: id, bet: dinars(bet) })) === null) {
    return Object.assign(round, { state: 'refused', bet: 0 });
  }
  if (random.chance(0.1)) return Object.assign(round, { state: 'pending' });
  for (let wins = random.between(1, 2); wins > 0; wins -= 1) await pay(`${id}-win${wins}`);
  return round;
}

/**
 * The documented entries of a round. A refused stake has none; a stake and its win in one callback are one
 * entry.
 */
function logEntriesOf({ id, stakeId, state, bet, wins }: ProviderRound): object[] {
  if (state === 'refused') return [];
  const others = [...wins].filter(([txn]) => txn !== stakeId);
  const winOfStake = wins.get(stakeId) ?? 0;
  const stake =
    winOfStake === 0
      ? logEntry(id, { bet: dinars(bet), betId: stakeId })
      : logEntry(id, {
          bet: dinars(bet),
          betId: stakeId,
          win_money: dinars(winOfStake),
          txn_type: 'debit_credit',
        });
  return [...stake, ...others.flatMap(([winId, win]) => logEntry(id, { win: dinars(win), winId }).slice(1))];
}

/** The ledger's rounds by id, amounts in thousandths of a dinar. */
async function readOurRounds(
  prefix: string,
): Promise<Map<string, readonly [state: string, bet: number, win: number]>> {
  const { rows } = await games.server.owner.query<{ id: string; state: string; bet: bigint; win: bigint }>(
    `select round_id as id, state, bet_micros as bet, win_micros as win from rounds
        where starts_with(round_id, $1)`,
    [prefix],
  );
  return new Map(
    rows.map(({ id, state, bet, win }) => [id, [state, Number(bet) / 1_000, Number(win) / 1_000]]),
  );
}

async function reconcile(log: readonly ProviderRound[]): Promise<Set<string>> {
  games.answerOperator = ({ user_code, game_type, page }) => ({
    status: 1,
    [game_type!]:
      user_code === `u${games.player}` && game_type === 'slot' && page === 0 ? log.flatMap(logEntriesOf) : [],
  });
  const services = reconciliationServices(games);
  const open = await reconcileRounds(services, {
    olderThanMs: 0,
    includesChecked: true,
    forgottenAfterMs: 0,
  });
  const ended = await compareEndedRounds(services, 1, { youngestMs: 0 });
  return new Set(
    [...open!, ...ended!.repaired]
      .filter(({ repair }) => repair === 'differs')
      .map(({ round }) => round.roundId),
  );
}

test('reconciliation: after lost callbacks ledger and log agree, except in reported rounds', async () => {
  const counts = { differing: 0, late: 0 };
  for (const seed of SEEDS) {
    const prefix = `random${seed}-`;
    const late: Move[] = [];
    const before = await games.balance();
    const plays = Array.from({ length: 25 }, (_, index) => {
      const random = createRandom(seed * 100 + index);
      return { id: `${prefix}${index}`, random, isVoid: random.chance(0.2) };
    });
    // Some ids are used twice: the first stake may be accepted and its round closed before the rollback.
    const voids = plays.filter(({ isVoid }) => isVoid);
    for (const { id, random } of voids) await deliver(random, { txn: `${id}-void`, round: id, bet: 1 });
    await reconcile(
      voids
        .filter(({ random }) => random.chance(0.5))
        .map(({ id }) => ({ id, stakeId: `${id}-void`, state: 'settled', bet: 1_000, wins: new Map() })),
    );
    const log = await Promise.all(plays.map(({ id, random, isVoid }) => play(random, id, isVoid, late)));
    const assertEqualTo = async (named: ReadonlySet<string>): Promise<void> => {
      const ours = await readOurRounds(prefix);
      for (const round of log) {
        const { id, state, bet, wins } = round;
        if (named.has(id)) continue;
        const row = ours.get(id);
        if (state === 'refused') assert.ok(row === undefined || row[0] === 'ROLLED_BACK', id);
        else if (state === 'settled')
          assert.deepEqual(row, ['SETTLED', bet, sumOf(wins)], `${id} of seed ${seed}`);
        else assert.equal(row?.[1], bet, id);
      }
      const net = [...ours.values()].reduce((sum, [, bet, win]) => sum + win - bet, 0);
      assert.equal(Math.round((await games.balance()) * 1_000), Math.round(before * 1_000) + net);
    };

    const named = await reconcile(log);
    await assertEqualTo(named);
    counts.differing += named.size;
    const balance = await games.balance();
    assert.deepEqual(await reconcile(log), named);
    assert.equal(await games.balance(), balance);

    counts.late += late.length;
    for (const move of late) assert.equal((await games.send(move)).status, 1, `${move.txn} of seed ${seed}`);
    assert.deepEqual(await reconcile(log), new Set());
    await assertEqualTo(new Set());
  }
  assert.equal(await verifyLedger(games.server.owner), null);
  // The random plays include lost callbacks. Each win has an id of its own in the log, so nothing differs.
  assert.ok(counts.late > 0, JSON.stringify(counts));
  assert.equal(counts.differing, 0);
});
