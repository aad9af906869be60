import assert from 'node:assert/strict';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { readSettings } from './settings.js';
import { fillDisk } from './testing/failing-disk.js';
import { setUp, winning } from './testing/start-test-provider.js';

const countOf = (applied: Map<string, string>, type: string) =>
  [...applied.values()].filter((each) => each === type).length;

test('When a spin is sent twice, at once and again later, then it is charged and paid once', async (context) => {
  const { wallet, launch, spin, restart } = await setUp(context, { draw: winning });
  const path = await launch();
  const [one, other] = await Promise.all([spin(path, 'spin-0001'), spin(path, 'spin-0001')]);
  const later = await spin(path, 'spin-0001');
  await restart();
  const afterRestart = await spin(path, 'spin-0001');
  const win = one.json().round.win as number;
  assert.ok(win > 0);
  for (const each of [other, later, afterRestart]) assert.deepEqual(each.json(), one.json());
  assert.equal(countOf(wallet.applied, 'debit'), 1);
  assert.equal(countOf(wallet.applied, 'credit'), 1);
  assert.equal(wallet.balance, 100 - 1 + win);
  assert.equal(one.json().balance, wallet.balance);
});

test("When the debit's answer is lost after its effect, then the same transaction is asked again and charged once", async (context) => {
  const { wallet, launch, spin } = await setUp(context);
  wallet.drop = { type: 'debit', times: 2, after: true };
  const response = await spin(await launch(), 'spin-0001');
  assert.equal(response.statusCode, 200);
  assert.equal(wallet.balance, 99);
  assert.deepEqual([...wallet.heard.values()], [3]);
});

for (const says of [{ status: 0, msg: 'INTERNAL_ERROR' }, { status: 0 }, { user_balance: 99 }])
  test(`When the operator takes the stake and says ${JSON.stringify(says)}, then that decides nothing: it is asked again and charged once`, async (context) => {
    const { wallet, launch, spin } = await setUp(context);
    wallet.drop = { type: 'debit', times: 2, after: true, says };
    const response = await spin(await launch(), 'spin-0001');
    assert.equal(response.statusCode, 200);
    assert.equal(wallet.balance, 99);
    assert.deepEqual([...wallet.heard.values()], [3]);
  });

test('When the operator calls a stake a duplicate, then it was taken by a try whose answer was lost', async (context) => {
  const { wallet, launch, spin } = await setUp(context);
  wallet.drop = { type: 'debit', times: 1, after: true, says: { status: 0, msg: 'DUPLICATED_REQUEST' } };
  const { round } = (await spin(await launch(), 'spin-0001')).json();
  assert.deepEqual([round.status, wallet.balance], ['settled', 99]);
});

test('When the operator refuses a win, then it is owed all the same, and asked for until it is paid', async (context) => {
  const { wallet, launch, spin } = await setUp(context, { draw: winning });
  wallet.drop = { type: 'credit', times: 3, after: false, says: { status: 0, msg: 'INVALID_PARAMETER' } };
  const { round } = (await spin(await launch(), 'spin-0001')).json();
  assert.equal(round.status, 'settled');
  assert.equal(wallet.balance, 99 + round.win);
});

test('When the operator takes the call and says nothing, then it is asked again, and charged once', async (context) => {
  const { wallet, launch, spin } = await setUp(context, { walletTimeoutMs: 50 });
  let answer: () => void = () => undefined;
  wallet.answersAfter = new Promise((resolve) => (answer = resolve));
  const spinning = spin(await launch(), 'spin-0001');
  const timesHeard = (): number => [...wallet.heard.values()][0] ?? 0;
  for (let waited = 0; timesHeard() < 2 && waited < 4_000; waited += 10) await wait(10);
  assert.ok(timesHeard() > 1);
  answer();
  assert.equal((await spinning).statusCode, 200);
  assert.equal(wallet.balance, 99);
});

test('When the credit is lost before and after its effect, then the win is paid once', async (context) => {
  for (const after of [false, true]) {
    const { wallet, launch, spin } = await setUp(context, { draw: winning });
    wallet.drop = { type: 'credit', times: 3, after };
    const { round } = (await spin(await launch(), 'spin-0001')).json();
    assert.equal(round.status, 'settled');
    assert.equal(wallet.balance, 99 + round.win);
  }
});

test('When the answer stays lost, then the round is pending, bars another, and ends by itself when the line is back', async (context) => {
  const { wallet, launch, spin, state, log } = await setUp(context, { answerWithinMs: 60 });
  const path = await launch();
  wallet.drop = { type: 'debit', times: Infinity, after: true };
  assert.equal((await spin(path, 'spin-0001')).statusCode, 202);
  assert.equal((await spin(path, 'spin-0002')).statusCode, 409);
  assert.equal((await log()).slot[0].round_status, 'pending');
  assert.equal((await log()).slot[0].debit_status, 'unknown');
  wallet.drop = undefined;
  const { round, balance } = await state(path);
  assert.deepEqual([round.status, balance, wallet.balance], ['settled', 99, 99]);
  assert.equal((await log()).slot[0].round_status, 'settled');
});

test('When a slot is opened again while the operator is silent about its win, then that round bars nothing, and is paid once', async (context) => {
  const { wallet, launch, spin, state } = await setUp(context, { answerWithinMs: 60, draw: winning });
  const path = await launch();
  wallet.drop = { type: 'credit', times: Infinity, after: false };
  assert.equal((await spin(path, 'spin-0001')).statusCode, 202);
  const again = await launch();
  assert.equal((await state(again)).round, null);
  assert.equal((await spin(again, 'spin-0002')).statusCode, 202);
  wallet.drop = undefined;
  const [{ round }, { round: other }] = [await state(path), await state(again)];
  assert.deepEqual([round.status, other.status], ['settled', 'settled']);
  assert.equal(countOf(wallet.applied, 'credit'), 2);
});

test('When a slot is opened again, then its stake and its reels are as that player left them in that game', async (context) => {
  const { launch, spin, state } = await setUp(context, { draw: winning });
  const { round } = (await spin(await launch(), 'spin-0001', 0.2)).json();
  assert.ok(round.win > 0);
  const again = await launch();
  assert.deepEqual((await state(again)).round, round);
  for (const other of [
    await launch('HABANERO', { place: 1 }),
    await launch('HABANERO', { userCode: 'badra' }),
  ])
    assert.equal((await state(other)).round, null);
  const { round: next } = (await spin(again, 'spin-0002', 0.5)).json();
  assert.deepEqual((await state(again)).round, next);
});

test('When the provider is stopped with a round open, then its next start finishes it, even past a torn journal line', async (context) => {
  const { wallet, dataDir, launch, spin, restart, state } = await setUp(context, {
    answerWithinMs: 60,
    draw: winning,
  });
  const path = await launch();
  wallet.drop = { type: 'credit', times: Infinity, after: true };
  assert.equal((await spin(path, 'spin-0001')).statusCode, 202);
  await restart(async () => {
    wallet.drop = undefined;
    await appendFile(join(dataDir, 'rounds.jsonl'), '{"kind":"round","rou');
  });
  const { round } = await state(path);
  assert.equal(round.status, 'settled');
  assert.equal(wallet.balance, 99 + round.win);
  assert.equal(countOf(wallet.applied, 'credit'), 1);
});

test('When the disk is full in mid-round, then what was drawn waits for space, is paid once, and is the same after a restart', async (context) => {
  const { wallet, launch, spin, state, log, restart } = await setUp(context, {
    answerWithinMs: 60,
    draw: winning,
  });
  const path = await launch();
  const disk = await fillDisk(context, /"debit":"accepted"/);
  assert.equal((await spin(path, 'spin-0001')).statusCode, 202);
  assert.equal((await log()).slot[0].debit_status, 'unknown');
  assert.ok(disk.refused() > 1);
  disk.free();
  const { round } = await state(path);
  assert.equal(round.status, 'settled');
  await restart();
  assert.deepEqual((await state(path)).round, round);
  assert.equal(wallet.balance, 99 + round.win);
  assert.deepEqual([...wallet.heard.values()], [1, 1]);
});

test('When the disk is full while a start takes up open rounds, then the provider lives on and finishes them once there is space', async (context) => {
  const { wallet, launch, spin, state, restart } = await setUp(context, {
    answerWithinMs: 60,
    draw: winning,
  });
  const path = await launch();
  wallet.drop = { type: 'credit', times: Infinity, after: true };
  assert.equal((await spin(path, 'spin-0001')).statusCode, 202);
  const disk = await fillDisk(context, /"credit":"accepted"/);
  await restart(async () => {
    wallet.drop = undefined;
  });
  for (let waited = 0; disk.refused() < 2 && waited < 3000; waited += 10) await wait(10);
  disk.free();
  const { round } = await state(path);
  assert.equal(round.status, 'settled');
  assert.equal(wallet.balance, 99 + round.win);
});

test('When the balance is too small, then the spin is refused and nothing is drawn', async (context) => {
  const { wallet, launch, spin } = await setUp(context, { balance: 0.5 });
  const path = await launch();
  const response = await spin(path, 'spin-0001');
  assert.equal(response.statusCode, 402);
  assert.equal(response.json().round.refusal, 'INSUFFICIENT_USER_FUNDS');
  assert.deepEqual(response.json().round.spins, []);
  assert.equal((await spin(path, 'spin-0002', 0.5)).statusCode, 200);
  assert.equal(wallet.balance, 0);
});

test('A stake not on offer, a malformed spin id and an unknown token are refused', async (context) => {
  const { wallet, launch, spin, inject } = await setUp(context);
  const path = await launch();
  assert.equal((await spin(path, 'spin-0001', 0.3)).statusCode, 400);
  assert.equal((await spin(path, 'x')).statusCode, 400);
  assert.equal((await spin('/play/unknown-token', 'spin-0001')).statusCode, 410);
  assert.equal((await inject('/play/unknown-token')).statusCode, 410);
  assert.equal(wallet.applied.size, 0);
});

test('What a game has in common with the next is asked for once: its address names what is in it, and it is kept', async (context) => {
  const { inject, launch } = await setUp(context);
  const common = async (place: number) => {
    const { body } = await inject(await launch('HABANERO', { place }));
    return [...body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, address]) => address as string);
  };
  const addresses = await common(0);
  assert.ok(addresses.length >= 8);
  assert.deepEqual(await common(1), addresses);
  for (const address of addresses) {
    const file = await inject(address);
    assert.equal(file.statusCode, 200, address);
    assert.equal(file.headers['cache-control'], 'public, max-age=31536000, immutable', address);
  }
});

test('The page is framed by the allowed origins only and the banner may be shown anywhere', async (context) => {
  const { launch, inject, gold } = await setUp(context);
  const page = await inject(await launch());
  assert.match(
    String(page.headers['content-security-policy']),
    /frame-ancestors http:\/\/localhost:3000 http:\/\/127\.0\.0\.1:3000$/,
  );
  const { games } = await gold('game_list', { provider_code: 'NAGA' });
  const banner = await inject(new URL(games[0].banner).pathname);
  assert.equal(banner.headers['cross-origin-resource-policy'], 'cross-origin');
  assert.match(String(banner.headers['cache-control']), /immutable/);
});

test('gold_api refuses wrong credentials, methods, providers, games and users with status 0 and HTTP 200', async (context) => {
  const { gold, log } = await setUp(context);
  const refusals: [string, Record<string, unknown>, string][] = [
    ['provider_list', { agent_code: 'other' }, 'INVALID_AGENT'],
    ['provider_list', { agent_token: 'wrong' }, 'UNAUTHORIZED'],
    ['provider_list', { agent_token: 7 }, 'INVALID_PARAMETER'],
    ['no_such_method', {}, 'INVALID_PARAMETER'],
    ['game_list', { provider_code: 'NOBODY' }, 'INVALID_PROVIDER'],
    ['game_list', {}, 'INVALID_PARAMETER'],
    ['game_launch', { user_code: 'ali', provider_code: 'NAGA', game_code: 'nothing' }, 'NOT_FOUND'],
    ['game_launch', { user_code: 'a b', provider_code: 'NAGA', game_code: 'nothing' }, 'INVALID_PARAMETER'],
    ['money_info', { user_code: 'nobody' }, 'INVALID_USER'],
  ];
  for (const [method, fields, msg] of refusals)
    assert.deepEqual(await gold(method, fields), { status: 0, msg });
  assert.deepEqual(await log({ user_code: 'nobody' }), { status: 0, msg: 'INVALID_USER' });
});

test('user_create, money_info and provider_list answer as the family does', async (context) => {
  const { gold } = await setUp(context, { balance: 12.5 });
  assert.deepEqual(await gold('user_create', { user_code: 'ali' }), {
    status: 1,
    msg: 'SUCCESS',
    user_code: 'ali',
  });
  assert.deepEqual((await gold('money_info', { user_code: 'ali' })).user, {
    user_code: 'ali',
    balance: 12.5,
  });
  assert.equal((await gold('provider_list')).providers.length, 20);
});

test('When several settings are wrong, then one error names them all', () => {
  assert.throws(
    () => readSettings({ DEMO_PROVIDER_PORT: 'x', OPERATOR_CALLBACK_URL: 'nowhere' }),
    (error: Error) =>
      ['DEMO_PROVIDER_PORT', 'OPERATOR_CALLBACK_URL', 'PROVIDER_AGENT_TOKEN', 'PROVIDER_SECRET'].every(
        (name) => error.message.includes(name),
      ),
  );
});
