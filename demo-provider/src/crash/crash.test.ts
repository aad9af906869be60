import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { msToReach, multiplierAfter } from '../../public/multiplier-curve.js';
import { isFair, recomputeCrashPoint } from '../../public/verify.js';
import { fillDisk } from '../testing/failing-disk.js';
import { setUp } from '../testing/start-test-provider.js';
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

/** A player's number with which the session's `number`-th flight ends where the test wants it: no outcome is forced. */
function findSpinId(wanted: (crashPoint: number) => boolean, number = 0): string {
  const secret = flightSecret(fairnessKey, number);
  for (;;) {
    const spinId = randomBytes(12).toString('hex');
    if (wanted(drawCrashPoint(secret, spinId))) return spinId;
  }
}

async function setUpCrash(context: TestContext, options: Parameters<typeof setUp>[1] = {}) {
  const kit = await setUp(context, { drawFairnessKey: () => fairnessKey, ...options });
  const path = await kit.launch('SPRIBE');
  const bet = async (spinId: string, fields: Record<string, unknown> = {}) => {
    const { commitment } = await kit.state(path);
    return kit.post(`${path}/bet`, { spinId, stake: 2, commitment, autoCashOut: null, ...fields });
  };
  const cashOut = (spinId: string) => kit.post(`${path}/cash-out`, { spinId });
  const follow = (spinId: string) => kit.inject(`${path}/round?spinId=${spinId}`);
  return { ...kit, path, bet, cashOut, follow };
}

test('Whatever the multiplier aimed at, the chance to reach it times what it pays is the published return', () => {
  const space = 2 ** 52;
  for (const target of [101, 110, 137, 200, 1000, 5000, 99_999, highestMultiplier]) {
    // The last draw that still reaches the target, found by halving: the chance is counted, not sampled.
    let [reaches, fails] = [0n, BigInt(space)];
    while (fails - reaches > 1n) {
      const middle = (reaches + fails) / 2n;
      if (crashPointOf(middle) >= target) reaches = middle;
      else fails = middle;
    }
    const returned = ((Number(reaches) + 1) / space) * (target / 100);
    assert.ok(Math.abs(returned - returnPercent / 100) < 1e-9, `${target}: ${returned}`);
  }
});

test('No stake on offer can pay a fraction of a cent', () => {
  for (const stake of crashStakesMillimes)
    for (let multiplier = 101; multiplier <= 2000; multiplier++)
      assert.equal(payAt(stake, multiplier) % 10, 0);
});

test('The climb shows a multiplier from the very moment it is said to be reached', () => {
  for (const target of [101, 137, 200, 999, 12_345, highestMultiplier]) {
    assert.equal(multiplierAfter(msToReach(target)), target);
    assert.equal(multiplierAfter(msToReach(target) - 0.01), target - 1);
  }
});

test('When a flight is over, then anybody can recompute it from what was published, and a changed secret is found out', async (context) => {
  const { bet, state, path, follow } = await setUpCrash(context);
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

test('While it flies, neither the secret nor the crash point is told', async (context) => {
  const { bet, state, path, cashOut } = await setUpCrash(context);
  const spinId = findSpinId((point) => point > 2000);
  const answer = (await bet(spinId)).json();
  assert.equal(answer.round.status, 'flying');
  for (const { round } of [answer, await state(path)]) {
    assert.equal(round.flight.secret, null);
    assert.equal(round.flight.crashPoint, null);
  }
  const secret = flightSecret(fairnessKey, 0);
  assert.ok(!JSON.stringify([answer, await state(path)]).includes(secret));
  await cashOut(spinId);
});

test('When the player cashes out, twice and at once, then what the server showed is paid once', async (context) => {
  const { wallet, bet, cashOut } = await setUpCrash(context);
  const spinId = findSpinId((point) => point > 2000);
  await bet(spinId);
  await wait(250);
  const [one, other] = await Promise.all([cashOut(spinId), cashOut(spinId)]);
  const later = await cashOut(spinId);
  const { round } = one.json();
  assert.equal(round.flight.end, 'cashed-out');
  assert.ok(round.flight.cashOut >= 102 && round.flight.cashOut <= 2000, String(round.flight.cashOut));
  assert.equal(round.win, (2 * round.flight.cashOut) / 100);
  assert.deepEqual(other.json().round, round);
  assert.deepEqual(later.json().round, round);
  assert.equal(wallet.balance, Math.round((98 + round.win) * 1000) / 1000);
  assert.deepEqual([...wallet.applied.values()], ['debit', 'credit']);
});

test('When the button is pressed before ×1.01, then the flight is cashed out at ×1.01, and an instant crash still crashes', async (context) => {
  const { bet, cashOut } = await setUpCrash(context);
  const lives = findSpinId((point) => point > 200);
  await bet(lives);
  assert.equal((await cashOut(lives)).json().round.flight.cashOut, 101);
  const atItsPoint = findSpinId((point) => point === 101, 1);
  await bet(atItsPoint);
  assert.equal((await cashOut(atItsPoint)).json().round.flight.cashOut, 101);
  const dies = findSpinId((point) => point === 100, 2);
  await bet(dies);
  const { round } = (await cashOut(dies)).json();
  assert.deepEqual([round.flight.end, round.win], ['crashed', 0]);
});

for (const [how, byMs] of [
  ['back', -3_600_000],
  ['ahead', 3_600_000],
] as const)
  test(`When the machine's clock is set ${how} by an hour in mid-flight, then the flight shows and pays what it has reached`, async (context) => {
    const { bet, cashOut, state, path } = await setUpCrash(context);
    const spinId = findSpinId((point) => point > 2000);
    await bet(spinId);
    await wait(500);
    const realNow = Date.now;
    context.after(() => (Date.now = realNow));
    Date.now = () => realNow() + byMs;
    const { elapsedMs } = (await state(path)).round.flight;
    const { flight } = (await cashOut(spinId)).json().round;
    assert.ok(elapsedMs >= 490 && elapsedMs < 20_000, String(elapsedMs));
    assert.equal(flight.end, 'cashed-out');
    assert.ok(flight.cashOut >= 104 && flight.cashOut < 1000, String(flight.cashOut));
  });

test('When the automatic cash-out is reached, then it is paid without the player; when the flight dies before, nothing is', async (context) => {
  const { wallet, bet, follow } = await setUpCrash(context);
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

test('When a bet is sent twice, then it is charged once; when it stands on an old commitment, then it is not taken', async (context) => {
  const { wallet, bet, post, path, state, cashOut } = await setUpCrash(context);
  const { commitment } = await state(path);
  const spinId = findSpinId((point) => point > 2000);
  const [one, other] = await Promise.all([bet(spinId), bet(spinId)]);
  assert.deepEqual([one.statusCode, other.statusCode], [200, 200]);
  assert.equal(one.json().round.roundId, other.json().round.roundId);
  await cashOut(spinId);
  const stale = { spinId: 'another-number', stake: 2, commitment, autoCashOut: null };
  assert.equal((await post(`${path}/bet`, stale)).statusCode, 409);
  assert.equal([...wallet.applied.values()].filter((type) => type === 'debit').length, 1);
});

test('When the provider is stopped in mid-flight and back in time, then the same flight goes on and can be cashed out', async (context) => {
  const { wallet, bet, restart, state, path, cashOut } = await setUpCrash(context);
  const spinId = findSpinId((point) => point > 2000);
  await bet(spinId);
  await restart();
  assert.equal((await state(path)).round.status, 'flying');
  const { round } = (await cashOut(spinId)).json();
  assert.equal(round.flight.end, 'cashed-out');
  assert.deepEqual([...wallet.applied.values()], ['debit', 'credit']);
});

test('When a flight ends while the provider is down, then a reached automatic cash-out is paid and any other stake given back', async (context) => {
  for (const [autoCashOut, end, win] of [
    [1500, 'cashed-out', 30],
    [null, 'void', 2],
  ] as const) {
    const { wallet, bet, restart, follow } = await setUpCrash(context);
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

test('When the operator takes the stake after the player has given up, then it is given back', async (context) => {
  const { wallet, bet, restart, follow, log } = await setUpCrash(context, { answerWithinMs: 30 });
  wallet.drop = { type: 'debit', times: Infinity, after: true };
  const spinId = findSpinId((point) => point > 2000);
  assert.equal((await bet(spinId)).statusCode, 202);
  const realNow = Date.now;
  context.after(() => (Date.now = realNow));
  await restart(async () => {
    wallet.drop = undefined;
    Date.now = () => realNow() + 21_000;
  });
  let { round } = (await follow(spinId)).json();
  while (round.status === 'pending') ({ round } = (await follow(spinId)).json());
  Date.now = realNow;
  assert.deepEqual([round.status, round.flight.end, round.win], ['settled', 'void', 2]);
  assert.equal(wallet.balance, 100);
  const [line] = (await log()).slot;
  assert.deepEqual([line.round_status, line.bet_money, line.win_money], ['settled', 2, 2]);
});

test('When the session’s time is over in mid-flight, then the flight can be followed and cashed out, and nothing more be played', async (context) => {
  const { wallet, bet, path, inject, follow, cashOut } = await setUpCrash(context, { sessionLifeMs: 1500 });
  const spinId = findSpinId((point) => point > 2000);
  await bet(spinId);
  await wait(1600);
  assert.equal((await inject(path)).statusCode, 200);
  const followed = follow(spinId);
  const { round } = (await cashOut(spinId)).json();
  assert.equal(round.flight.end, 'cashed-out');
  assert.equal((await followed).json().round.win, round.win);
  assert.equal(wallet.balance, Math.round((98 + round.win) * 1000) / 1000);
  assert.equal((await inject(`${path}/state`)).statusCode, 410);
  assert.equal((await cashOut('another-number')).statusCode, 410);
});

test('When the game is opened again in mid-flight, then that flight is shown, and a press in both pages cashes it out once', async (context) => {
  const { wallet, bet, launch, post, state, path, inject } = await setUpCrash(context);
  const spinId = findSpinId((point) => point > 2000);
  await bet(spinId);
  const again = await launch('SPRIBE');
  const third = await launch('SPRIBE');
  assert.notEqual(again, path);
  for (const page of [again, third]) {
    const { round, commitment } = await state(page);
    assert.deepEqual([round.status, round.spinId], ['flying', spinId]);
    const other = { spinId: 'another-number', stake: 2, commitment, autoCashOut: null };
    assert.equal((await post(`${page}/bet`, other)).statusCode, 409);
  }
  const news = inject(`${path}/round?spinId=${spinId}`);
  const presses = [path, again, third].map((page) => post(`${page}/cash-out`, { spinId }));
  const rounds = (await Promise.all(presses)).map((answer) => answer.json().round);
  for (const round of [...rounds, (await news).json().round]) assert.deepEqual(round, rounds[0]);
  assert.deepEqual([...wallet.applied.values()], ['debit', 'credit']);
  const next = findSpinId((point) => point === 100, 1);
  const { commitment } = await state(third);
  const bets = { spinId: next, stake: 2, commitment, autoCashOut: null };
  assert.equal((await post(`${third}/bet`, bets)).statusCode, 200);
});

test('When the provider was restarted after the game was opened again, then the page still shows the flight', async (context) => {
  const { bet, launch, post, state, restart } = await setUpCrash(context);
  const spinId = findSpinId((point) => point > 2000);
  await bet(spinId);
  const again = await launch('SPRIBE');
  await restart();
  assert.equal((await state(again)).round.status, 'flying');
  const { round } = (await post(`${again}/cash-out`, { spinId })).json();
  assert.equal(round.flight.end, 'cashed-out');
});

test('When the game is opened again as the operator is still silent about the stake, then the page follows that bet', async (context) => {
  const { wallet, bet, launch, inject, post } = await setUpCrash(context, { answerWithinMs: 30 });
  wallet.drop = { type: 'debit', times: Infinity, after: true };
  const spinId = findSpinId((point) => point > 2000);
  assert.equal((await bet(spinId)).statusCode, 202);
  const again = await launch('SPRIBE');
  wallet.drop = undefined;
  const follow = async () => (await inject(`${again}/round?spinId=${spinId}`)).json().round;
  let round = await follow();
  while (round.status === 'pending') round = await follow();
  assert.equal(round.status, 'flying');
  await post(`${again}/cash-out`, { spinId });
});

test('When the flight is over, then the game opens with its stake, its automatic cash-out and its proof, and with no flight to follow', async (context) => {
  const { bet, launch, state, inject } = await setUpCrash(context);
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

test('When a flight is up in another window of the game, then this one neither follows it nor tells where it ends', async (context) => {
  const { bet, launch, state, cashOut } = await setUpCrash(context);
  const other = await launch('SPRIBE');
  const spinId = findSpinId((point) => point > 2000);
  await bet(spinId);
  const { round, recent } = await state(other);
  assert.deepEqual([round, recent], [null, []]);
  await cashOut(spinId);
});

test('When the flight is another player’s or another game’s, then the game opens afresh', async (context) => {
  const { bet, launch, state, cashOut, inject } = await setUpCrash(context);
  const spinId = findSpinId((point) => point > 2000);
  await bet(spinId);
  const strangers = [
    await launch('SPRIBE', { userCode: 'badra' }),
    await launch('SPRIBE', { place: 1 }),
    await launch('INOUT'),
  ];
  await cashOut(spinId);
  for (const page of strangers) {
    const { round, recent } = await state(page);
    assert.deepEqual([round, recent], [null, []]);
    assert.equal((await inject(`${page}/round?spinId=${spinId}`)).statusCode, 404);
  }
});

test('When the disk is full as the player cashes out, then the press is asked again and pays what it met, once', async (context) => {
  const { wallet, bet, cashOut } = await setUpCrash(context, { answerWithinMs: 300 });
  const spinId = findSpinId((point) => point > 2000);
  await bet(spinId);
  const disk = await fillDisk(context, /"cashOut"/);
  assert.equal((await cashOut(spinId)).statusCode, 202);
  disk.free();
  const response = await cashOut(spinId);
  assert.equal(response.statusCode, 200);
  assert.equal(response.json().round.flight.cashOut, 101);
  assert.equal(wallet.balance, 100.02);
});

/** A bet whose take-off the full disk refuses for as long, and what became of the flight once there was space. */
async function takeOffLate(context: TestContext, lateMs: number) {
  const kit = await setUpCrash(context, { answerWithinMs: 30 });
  const spinId = findSpinId((point) => point > 200 && point < 300);
  const begin = Date.now();
  context.mock.timers.enable({ apis: ['Date'], now: begin });
  const disk = await fillDisk(context, /"tookOffAt"/);
  assert.equal((await kit.bet(spinId)).json().round.status, 'pending');
  while (disk.refused() === 0) await wait(5);
  context.mock.timers.setTime(begin + lateMs);
  disk.free();
  let { round } = (await kit.follow(spinId)).json();
  while (round.status === 'pending') ({ round } = (await kit.follow(spinId)).json());
  return { ...kit, spinId, round };
}

test('When the disk is full at take-off for longer than the flight lasts, then it begins once there is space and can be cashed out', async (context) => {
  const { wallet, spinId, round, cashOut } = await takeOffLate(context, 15_000);
  assert.equal(round.status, 'flying');
  assert.ok(round.flight.elapsedMs < 1000, String(round.flight.elapsedMs));
  const { flight, win } = (await cashOut(spinId)).json().round;
  assert.equal(flight.end, 'cashed-out');
  assert.equal(wallet.balance, Math.round((98 + win) * 1000) / 1000);
});

test('When the disk is full at take-off until the player has given up, then the stake is given back', async (context) => {
  const { wallet, round } = await takeOffLate(context, 21_000);
  assert.deepEqual([round.status, round.flight.end, round.win], ['settled', 'void', 2]);
  assert.deepEqual([...wallet.applied.values()], ['debit', 'credit']);
  assert.equal(wallet.balance, 100);
});

test('When the provider is stopped as the operator takes a stake, then it does not wait for the flight', async (context) => {
  const { wallet, bet, restart, state, path, cashOut } = await setUpCrash(context);
  const spinId = findSpinId((point) => point > 200 && point < 300);
  let answer: () => void = () => undefined;
  wallet.answersAfter = new Promise((resolve) => (answer = resolve));
  const betting = bet(spinId);
  while (wallet.heard.size === 0) await wait(5);
  const stopped = restart();
  await wait(20);
  answer();
  assert.ok(await Promise.race([stopped.then(() => true), wait(3000, false)]));
  await betting;
  assert.equal((await state(path)).round.status, 'flying');
  await cashOut(spinId);
});

test('When the credit of a cash-out is lost on the way, then it is paid once', async (context) => {
  const { wallet, bet, follow } = await setUpCrash(context);
  wallet.drop = { type: 'credit', times: 2, after: true };
  const spinId = findSpinId((point) => point >= 102);
  await bet(spinId, { autoCashOut: 102 });
  assert.equal((await follow(spinId)).json().round.win, 2.04);
  assert.equal(wallet.balance, 100.04);
});

test('A bet not on offer, a cash-out of nothing, and a slot’s call on a crash game are refused', async (context) => {
  const { wallet, bet, cashOut, spin, path, launch, post } = await setUpCrash(context);
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

test('When the balance is too small, then nothing flies and the next commitment is another', async (context) => {
  const { bet, state, path } = await setUpCrash(context, { balance: 1 });
  const { commitment } = await state(path);
  const response = await bet('a-number-of-mine');
  assert.equal(response.statusCode, 402);
  assert.equal(response.json().round.flight.secret, null);
  assert.notEqual(response.json().commitment, commitment);
});
