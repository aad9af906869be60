import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { msToReach, multiplierAfter } from '../../public/multiplier-curve.js';
import { isFair, recomputeCrashPoint } from '../../public/verify.js';
import { failWrites } from '../testing/failing-writes.js';
import { startTestProvider } from '../testing/start-test-provider.js';
import { queryDatabase } from '../testing/test-database.js';
import { automaticCashOut, type FlyingRound } from './flight.js';
import {
  crashPointOf,
  crashStakesMillimes,
  drawCrashPoint,
  flightSecret,
  highestMultiplier,
  payAt,
  returnPercent,
} from './mathematics.js';

const fairnessKey = 'a-fairness-key-of-the-tests';
const rules = { returnToPlayer: returnPercent / 100, highestMultiplier };

/** Finds a spin id that gives the session's `number`-th flight a wanted crash point. */
function findSpinId(wanted: (crashPoint: number) => boolean, number = 0): string {
  const secret = flightSecret(fairnessKey, number);
  for (;;) {
    const spinId = randomBytes(12).toString('hex');
    if (wanted(drawCrashPoint(secret, spinId))) return spinId;
  }
}

async function startCrashGame(context: TestContext, options: Parameters<typeof startTestProvider>[1] = {}) {
  const game = await startTestProvider(context, { drawFairnessKey: () => fairnessKey, ...options });
  const path = await game.launch('SPRIBE');
  const bet = async (spinId: string, fields: Record<string, unknown> = {}) => {
    const { commitment } = await game.state(path);
    return game.post(`${path}/bet`, { spinId, stake: 2, commitment, autoCashOut: null, ...fields });
  };
  const cashOut = (spinId: string) => game.post(`${path}/cash-out`, { spinId });
  const follow = (spinId: string) => game.inject(`${path}/round?spinId=${spinId}`);
  return { ...game, path, bet, cashOut, follow };
}

const isHigh = (crashPoint: number): boolean => crashPoint > 2000;

/** A crash game with a flight that is not over for half a minute. */
async function startFlight(context: TestContext, options: Parameters<typeof startTestProvider>[1] = {}) {
  const game = await startCrashGame(context, options);
  const spinId = findSpinId(isHigh);
  const betReply = await game.bet(spinId);
  const assertCashedOut = (round: { win: number; flight: { end: string } }): void => {
    assert.equal(round.flight.end, 'cashed-out');
    assert.equal(game.wallet.balance, Math.round((98 + round.win) * 1000) / 1000);
    assert.deepEqual([...game.wallet.applied.values()], ['debit', 'credit']);
  };
  return {
    ...game,
    spinId,
    betReply,
    cashOut: async () => (await game.cashOut(spinId)).json().round,
    assertCashedOut,
  };
}

test('crash point: probability times pay is the published return for every multiplier', () => {
  const space = 2 ** 52;
  for (const target of [101, 110, 137, 200, 1000, 5000, 99_999, highestMultiplier]) {
    // Bisects for the last draw that reaches the target: the probability is counted, not sampled.
    let [reaches, fails] = [0n, BigInt(space)];
    while (fails - reaches > 1n) {
      const middle = (reaches + fails) / 2n;
      if (crashPointOf(middle) >= target) reaches = middle;
      else fails = middle;
    }
    const returned = ((Number(reaches) + 1) / space) * (target / 100);
    assert.ok(Math.abs(returned - returnPercent / 100) < 1e-9, `${target}: ${returned}`);
  }
  assert.equal(crashPointOf(0n), highestMultiplier);
});

test('automatic cash-out: a flight without one is cashed out at the highest multiplier', () => {
  const flightTo = (crashPoint: number) => automaticCashOut({ flight: { crashPoint } } as FlyingRound);
  assert.deepEqual([highestMultiplier, highestMultiplier - 1].map(flightTo), [highestMultiplier, undefined]);
});

test('cash-out: no stake on offer pays a fraction of a cent', () => {
  for (const stake of crashStakesMillimes)
    for (let multiplier = 101; multiplier <= 2000; multiplier++)
      assert.equal(payAt(stake, multiplier) % 10, 0);
});

test('multiplier curve: a multiplier shows exactly from the time that msToReach gives', () => {
  for (const target of [101, 137, 200, 999, 12_345, highestMultiplier]) {
    assert.equal(multiplierAfter(msToReach(target)), target);
    assert.equal(multiplierAfter(msToReach(target) - 0.01), target - 1);
  }
});

test('fairness: published values prove a finished flight, and any change is detected', async (context) => {
  const { bet, state, path, follow } = await startCrashGame(context);
  const promised = (await state(path)).commitment;
  const spinId = findSpinId((point) => point === 100);
  await bet(spinId);
  const { round } = (await follow(spinId)).json();
  assert.equal(round.flight.commitment, promised);
  assert.equal(createHash('sha256').update(round.flight.secret).digest('hex'), promised);
  assert.equal(await recomputeCrashPoint(round.flight.secret, spinId, rules), round.flight.crashPoint);
  assert.equal(await isFair(round.flight, spinId, rules), true);
  assert.equal(await isFair({ ...round.flight, secret: 'f'.repeat(64) }, spinId, rules), false);
  assert.equal(await isFair({ ...round.flight, crashPoint: 12_345 }, spinId, rules), false);
  assert.notEqual((await state(path)).commitment, promised);
});

test('flight: neither secret nor crash point is sent, and two cash-outs pay once', async (context) => {
  const { betReply, state, path, cashOut, assertCashedOut } = await startFlight(context);
  const answers = [betReply.json(), await state(path)];
  for (const { round } of answers)
    assert.deepEqual([round.status, round.flight.secret, round.flight.crashPoint], ['flying', null, null]);
  assert.ok(!JSON.stringify(answers).includes(flightSecret(fairnessKey, 0)));
  await wait(250);
  const [round, ...others] = [...(await Promise.all([cashOut(), cashOut()])), await cashOut()];
  assert.ok(round.flight.cashOut >= 102 && round.flight.cashOut <= 2000, String(round.flight.cashOut));
  assert.equal(round.win, (2 * round.flight.cashOut) / 100);
  assert.deepEqual(others, [round, round]);
  assertCashedOut(round);
});

/** Stops the clocks by which a flight is measured. `advance` moves the monotonic clock. */
function stopClocks(context: TestContext): { advance: (ms: number) => void } {
  let now = performance.now();
  context.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  context.mock.method(performance, 'now', () => now);
  return { advance: (ms) => (now += ms) };
}

test('cash-out: one before ×1.01 is carried out there unless the flight crashes first', async (context) => {
  const { bet, cashOut } = await startCrashGame(context);
  stopClocks(context);
  const lives = findSpinId((point) => point > 200);
  await bet(lives);
  assert.equal((await cashOut(lives)).json().round.flight.cashOut, 101);
  const dies = findSpinId((point) => point === 100, 1);
  await bet(dies);
  const { round } = (await cashOut(dies)).json();
  assert.deepEqual([round.flight.end, round.win], ['crashed', 0]);
});

test('cash-out: one in time is carried out at ×1.01 even if the flight crashes there', async (context) => {
  const { bet, cashOut } = await startCrashGame(context);
  stopClocks(context);
  // On a busy machine the crash, 100 ms after the take-off, may come before the call.
  for (let number = 0; number < 100; number += 1) {
    const spinId = findSpinId((point) => point === 101, number);
    await bet(spinId);
    const { flight } = (await cashOut(spinId)).json().round;
    if (flight.end === 'cashed-out') return assert.equal(flight.cashOut, 101);
  }
  assert.fail('no call came in time');
});

for (const [how, byMs] of [
  ['back', -3_600_000],
  ['ahead', 3_600_000],
] as const)
  test(`clock: an hour ${how} in flight does not change multiplier or pay`, async (context) => {
    const { cashOut, state, path, assertCashedOut } = await startFlight(context);
    await wait(500);
    const realNow = Date.now;
    context.after(() => (Date.now = realNow));
    Date.now = () => realNow() + byMs;
    const { elapsedMs } = (await state(path)).round.flight;
    const round = await cashOut();
    const { flight } = round;
    assert.ok(elapsedMs >= 490 && elapsedMs < 20_000, String(elapsedMs));
    assertCashedOut(round);
    assert.ok(flight.cashOut >= 104 && flight.cashOut < 1000, String(flight.cashOut));
  });

test('automatic cash-out: it pays when it is reached, and nothing after a crash', async (context) => {
  const { wallet, bet, follow } = await startCrashGame(context);
  const lives = findSpinId((point) => point >= 105);
  await bet(lives, { autoCashOut: 105 });
  const won = (await follow(lives)).json().round;
  assert.deepEqual([won.flight.end, won.flight.cashOut, won.win], ['cashed-out', 105, 2.1]);
  const dies = findSpinId((point) => point < 105, 1);
  await bet(dies, { autoCashOut: 105 });
  const lost = (await follow(dies)).json().round;
  assert.deepEqual([lost.flight.end, lost.win], ['crashed', 0]);
  assert.equal(wallet.balance, 98.1);
});

test('bet: one sent twice is charged once, and an outdated commitment is refused', async (context) => {
  const { wallet, bet, post, path, spinId, betReply, cashOut } = await startFlight(context);
  const other = await bet(spinId);
  assert.deepEqual([betReply.statusCode, other.statusCode], [200, 200]);
  assert.equal(betReply.json().round.roundId, other.json().round.roundId);
  const { commitment } = (await cashOut()).flight;
  const stale = { spinId: 'another-number', stake: 2, commitment, autoCashOut: null };
  assert.equal((await post(`${path}/bet`, stale)).statusCode, 409);
  assert.deepEqual([...wallet.applied.values()], ['debit', 'credit']);
});

test('restart: it pays a reached automatic cash-out and returns any other stake', async (context) => {
  for (const [autoCashOut, end, win] of [
    [1500, 'cashed-out', 30],
    [null, 'void', 2],
  ] as const) {
    const { wallet, bet, restart, follow } = await startCrashGame(context);
    const spinId = findSpinId((point) => point > 2000 && point < 9000);
    await bet(spinId, { autoCashOut });
    const realNow = Date.now;
    context.after(() => (Date.now = realNow));
    await restart(async () => {
      Date.now = () => realNow() + 60_000;
    });
    const { round } = (await follow(spinId)).json();
    Date.now = realNow;
    assert.deepEqual([round.flight.end, round.win], [end, win]);
    assert.equal(wallet.balance, 98 + win);
  }
});

test('session: a flight can be cashed out after it expired, but no bet is taken', async (context) => {
  const { bet, path, inject, follow, spinId, cashOut, assertCashedOut } = await startFlight(context, {
    sessionLifeMs: 1500,
  });
  await wait(1600);
  assert.equal((await inject(path)).statusCode, 200);
  const followed = follow(spinId);
  const round = await cashOut();
  assertCashedOut(round);
  assert.equal((await followed).json().round.win, round.win);
  assert.equal((await inject(`${path}/state`)).statusCode, 410);
  assert.equal((await bet('another-number')).statusCode, 410);
});

test('game: a flight shows again after a restart, and cash-outs from all pages pay once', async (context) => {
  const { launch, post, state, path, inject, restart, spinId, assertCashedOut, databaseUrl } =
    await startFlight(context);
  const again = await launch('SPRIBE');
  const third = await launch('SPRIBE');
  await restart();
  assert.notEqual(again, path);
  for (const page of [again, third]) {
    const { round, commitment } = await state(page);
    assert.deepEqual([round.status, round.spinId], ['flying', spinId]);
    const other = { spinId: 'another-number', stake: 2, commitment, autoCashOut: null };
    assert.equal((await post(`${page}/bet`, other)).statusCode, 409);
  }
  const news = inject(`${path}/round?spinId=${spinId}`);
  const presses = [path, again, third].map((page) => post(`${page}/cash-out`, { spinId }));
  const rounds = (await Promise.all([...presses, news])).map((answer) => answer.json().round);
  for (const round of rounds) assert.deepEqual(round, rounds[0]);
  assertCashedOut(rounds[0]);
  // The later sessions last longer than the one that they continue.
  await queryDatabase(
    databaseUrl,
    `update game_sessions set session = session || '{"expiresAt": "2000-01-01"}' where continues is null`,
  );
  const next = findSpinId((point) => point === 100, 1);
  const { commitment } = await state(third);
  const bets = { spinId: next, stake: 2, commitment, autoCashOut: null };
  assert.equal((await post(`${third}/bet`, bets)).statusCode, 200);
});

test('game: a page that opens before the operator answers the debit follows that bet', async (context) => {
  const { wallet, bet, launch, inject, post } = await startCrashGame(context, { answerWithinMs: 30 });
  wallet.drop = { type: 'debit', times: Infinity, after: true };
  const spinId = findSpinId(isHigh);
  assert.equal((await bet(spinId)).statusCode, 202);
  const again = await launch('SPRIBE');
  wallet.drop = undefined;
  const follow = async () => (await inject(`${again}/round?spinId=${spinId}`)).json().round;
  let round = await follow();
  while (round.status === 'pending') round = await follow();
  assert.equal(round.status, 'flying');
  await post(`${again}/cash-out`, { spinId });
});

test('game: stake, automatic cash-out and proof are restored after a flight', async (context) => {
  const { bet, launch, state, inject } = await startCrashGame(context);
  const spinId = findSpinId((point) => point >= 105);
  const { commitment } = (await bet(spinId, { stake: 5, autoCashOut: 105 })).json().round.flight;
  const again = await launch('SPRIBE');
  while ((await state(again)).round.status !== 'settled') await wait(20);
  const afterwards = await launch('SPRIBE');
  const { round, recent } = await state(afterwards);
  assert.deepEqual([round.status, round.stake, round.flight.autoCashOut], ['settled', 5, 105]);
  assert.deepEqual(recent, [round]);
  assert.equal(recent[0].flight.commitment, commitment);
  assert.equal(await isFair(recent[0].flight, spinId, rules), true);
  assert.equal((await inject(`${afterwards}/round?spinId=${spinId}`)).statusCode, 404);
});

test('game: flights of other windows, players and games are not shown', async (context) => {
  const { bet, launch, state, cashOut, inject } = await startCrashGame(context);
  const window = await launch('SPRIBE');
  const spinId = findSpinId(isHigh);
  await bet(spinId);
  const strangers = [
    await launch('SPRIBE', { userCode: 'badra' }),
    await launch('SPRIBE', { place: 1 }),
    await launch('INOUT'),
  ];
  const inFlight = await state(window);
  assert.deepEqual([inFlight.round, inFlight.recent], [null, []]);
  await cashOut(spinId);
  for (const page of strangers) {
    const { round, recent } = await state(page);
    assert.deepEqual([round, recent], [null, []]);
    assert.equal((await inject(`${page}/round?spinId=${spinId}`)).statusCode, 404);
  }
});

test('cash-out: one that cannot be saved is saved later at its multiplier and paid once', async (context) => {
  const { wallet, databaseUrl, bet, cashOut } = await startCrashGame(context, { answerWithinMs: 300 });
  const spinId = findSpinId(isHigh);
  const { advance } = stopClocks(context);
  await bet(spinId);
  const failing = await failWrites(databaseUrl, "new.round->'flight' ? 'cashOut'");
  assert.equal((await cashOut(spinId)).statusCode, 202);
  advance(5_000);
  await failing.end();
  const response = await cashOut(spinId);
  assert.equal(response.statusCode, 200);
  assert.equal(response.json().round.flight.cashOut, 101);
  assert.equal(wallet.balance, 100.02);
});

/** Places a bet whose take-off cannot be saved for `lateMs`. Returns its round after that time. */
async function takeOffLate(context: TestContext, lateMs: number) {
  const game = await startCrashGame(context, { answerWithinMs: 30 });
  const spinId = findSpinId(isHigh);
  const begin = Date.now();
  context.mock.timers.enable({ apis: ['Date'], now: begin });
  const failing = await failWrites(game.databaseUrl, "new.round->'flight' ? 'tookOffAt'");
  assert.equal((await game.bet(spinId)).json().round.status, 'pending');
  await failing.untilFailed(1);
  context.mock.timers.setTime(begin + lateMs);
  // The first of these attempts may have begun before the time was set.
  await failing.untilFailed(2);
  await failing.end();
  let { round } = (await game.follow(spinId)).json();
  while (round.status === 'pending') ({ round } = (await game.follow(spinId)).json());
  return { ...game, spinId, round };
}

test('take-off: a flight that cannot be saved for 15 s starts when it is saved', async (context) => {
  const { wallet, spinId, round, cashOut, follow } = await takeOffLate(context, 15_000);
  assert.equal(round.status, 'flying');
  assert.ok(round.flight.elapsedMs < 15_000, String(round.flight.elapsedMs));
  let ended = (await cashOut(spinId)).json().round;
  while (ended.status !== 'settled') ended = (await follow(spinId)).json().round;
  assert.equal(ended.flight.end, 'cashed-out');
  assert.equal(wallet.balance, Math.round((98 + ended.win) * 1000) / 1000);
});

test('take-off: the stake is returned if it cannot be saved for more than 20 s', async (context) => {
  const { wallet, round, log } = await takeOffLate(context, 21_000);
  assert.deepEqual([round.status, round.flight.end, round.win], ['settled', 'void', 2]);
  const entries: { txn_type: string; bet_money: number; win_money: number }[] = (
    await log({ game_type: 'MN' })
  ).MN;
  assert.deepEqual(
    entries.map(({ txn_type, bet_money, win_money }) => [txn_type, bet_money, win_money]),
    [
      ['debit', 2, 0],
      ['credit', 0, 2],
    ],
  );
  assert.deepEqual([...wallet.applied.values()], ['debit', 'credit']);
  assert.equal(wallet.balance, 100);
});

test('stop: the provider does not wait for the flight if it stops during a debit', async (context) => {
  const { wallet, bet, restart, state, path, cashOut } = await startCrashGame(context);
  const spinId = findSpinId((point) => point > 200 && point < 300);
  let answer: () => void = () => undefined;
  wallet.answersAfter = new Promise((resolve) => (answer = resolve));
  const betting = bet(spinId);
  while (wallet.received.size === 0) await wait(5);
  const stopped = restart();
  await wait(20);
  answer();
  assert.ok(await Promise.race([stopped.then(() => true), wait(3000, false)]));
  await betting;
  assert.equal((await state(path)).round.status, 'flying');
  await cashOut(spinId);
});

test('crash game: invalid bets, unknown rounds and slot calls are refused', async (context) => {
  const { wallet, bet, cashOut, spin, path, launch, post } = await startCrashGame(context);
  for (const fields of [
    { stake: 0.2 },
    { stake: 1.5 },
    { autoCashOut: 100 },
    { autoCashOut: 150.5 },
    { autoCashOut: '2' },
  ])
    assert.equal((await bet('a-number-of-mine', fields)).statusCode, 400);
  assert.equal((await cashOut('no-such-round')).statusCode, 404);
  assert.equal((await spin(path, 'a-number-of-mine')).statusCode, 404);
  assert.equal((await post(`${await launch()}/cash-out`, { spinId: 'a-number-of-mine' })).statusCode, 404);
  assert.equal(wallet.applied.size, 0);
});

test('bet: it gives no flight and a new commitment if the balance is too small', async (context) => {
  const { bet, state, path } = await startCrashGame(context, { balance: 1 });
  const { commitment } = await state(path);
  const response = await bet('a-number-of-mine');
  assert.equal(response.statusCode, 402);
  assert.equal(response.json().round.flight.secret, null);
  assert.notEqual(response.json().commitment, commitment);
});
