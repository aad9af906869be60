import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { readSettings } from './settings.js';
import { failWrites } from './testing/failing-writes.js';
import { startTestProvider, winning } from './testing/start-test-provider.js';

const countOf = (applied: Map<string, string>, type: string) =>
  [...applied.values()].filter((each) => each === type).length;

test('spin: one that is repeated, also after a restart, is charged and paid once', async (context) => {
  const { wallet, launch, spin, restart } = await startTestProvider(context, { draw: winning });
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

for (const [says, received] of [
  [undefined, 3],
  [{ status: 0, msg: 'INTERNAL_ERROR' }, 3],
  [{ status: 0 }, 3],
  [{ user_balance: 99 }, 3],
  [{ status: 0, msg: 'DUPLICATED_REQUEST' }, 1],
] as const)
  test(`debit: it is charged once if the answer is ${JSON.stringify(says ?? 'lost')}`, async (context) => {
    const { wallet, launch, spin } = await startTestProvider(context);
    wallet.drop = { type: 'debit', times: 2, after: true, ...(says && { says }) };
    const response = await spin(await launch(), 'spin-0001');
    assert.deepEqual([response.statusCode, response.json().round.status], [200, 'settled']);
    assert.equal(wallet.balance, 99);
    assert.deepEqual([...wallet.received.values()], [received]);
  });

for (const [title, drop] of [
  ['refused', { after: false, says: { status: 0, msg: 'INVALID_PARAMETER' } }],
  ['lost before its effect', { after: false }],
  ['lost after its effect', { after: true }],
] as const)
  test(`credit: it is repeated and paid once if it is ${title} three times`, async (context) => {
    const { wallet, launch, spin } = await startTestProvider(context, { draw: winning });
    wallet.drop = { type: 'credit', times: 3, ...drop };
    const { round } = (await spin(await launch(), 'spin-0001')).json();
    assert.equal(round.status, 'settled');
    assert.equal(wallet.balance, 99 + round.win);
  });

test('debit: it is repeated and charged once if no answer comes within the time limit', async (context) => {
  const { wallet, launch, spin } = await startTestProvider(context, { walletTimeoutMs: 50 });
  let answer: () => void = () => undefined;
  wallet.answersAfter = new Promise((resolve) => (answer = resolve));
  const spinning = spin(await launch(), 'spin-0001');
  const timesReceived = (): number => [...wallet.received.values()][0] ?? 0;
  for (let waited = 0; timesReceived() < 2 && waited < 4_000; waited += 10) await wait(10);
  assert.ok(timesReceived() > 1);
  answer();
  assert.equal((await spinning).statusCode, 200);
  assert.equal(wallet.balance, 99);
});

test('round: it is pending and blocks another round until the operator answers', async (context) => {
  const { wallet, launch, spin, state, log } = await startTestProvider(context, { answerWithinMs: 60 });
  const path = await launch();
  wallet.drop = { type: 'debit', times: Infinity, after: true };
  assert.equal((await spin(path, 'spin-0001')).statusCode, 202);
  assert.equal((await spin(path, 'spin-0002')).statusCode, 409);
  assert.deepEqual((await log()).slot, []);
  wallet.drop = undefined;
  const { round, balance } = await state(path);
  assert.deepEqual([round.status, balance, wallet.balance], ['settled', 99, 99]);
  assert.equal((await log()).slot.length, 1);
});

test('slot: a new session can play while a win is unpaid, and both wins are paid', async (context) => {
  const { wallet, launch, spin, state } = await startTestProvider(context, {
    answerWithinMs: 60,
    draw: winning,
  });
  const path = await launch();
  wallet.drop = { type: 'credit', times: Infinity, after: false };
  const unpaid = await spin(path, 'spin-0001');
  const { status, win, spins } = unpaid.json().round;
  assert.deepEqual([unpaid.statusCode, status, win, spins], [202, 'pending', 0, []]);
  const again = await launch();
  assert.equal((await state(again)).round, null);
  assert.equal((await spin(again, 'spin-0002')).statusCode, 202);
  wallet.drop = undefined;
  const { round } = await state(path);
  const { round: other } = await state(again);
  assert.deepEqual([round.status, other.status], ['settled', 'settled']);
  assert.equal(countOf(wallet.applied, 'credit'), 2);
});

test('slot: a game opened again shows the stake and reels of the last round in it', async (context) => {
  const { launch, spin, state } = await startTestProvider(context, { draw: winning });
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

test('round: an outcome that cannot be saved is saved later, paid once and not changed', async (context) => {
  const { wallet, databaseUrl, launch, spin, state, log, restart } = await startTestProvider(context, {
    answerWithinMs: 60,
    draw: winning,
  });
  const path = await launch();
  const failing = await failWrites(databaseUrl, "new.round->>'debit' = 'accepted'");
  assert.equal((await spin(path, 'spin-0001')).statusCode, 202);
  assert.deepEqual((await log()).slot, []);
  await failing.untilFailed(2);
  await failing.end();
  const { round } = await state(path);
  assert.equal(round.status, 'settled');
  await restart();
  assert.deepEqual((await state(path)).round, round);
  assert.equal(wallet.balance, 99 + round.win);
  assert.deepEqual([...wallet.received.values()], [1, 1]);
});

test('start: the provider runs on with a win that cannot be saved, and pays it once', async (context) => {
  const { wallet, databaseUrl, launch, spin, state, restart, log } = await startTestProvider(context, {
    answerWithinMs: 60,
    draw: winning,
  });
  const path = await launch();
  wallet.drop = { type: 'credit', times: Infinity, after: true };
  assert.equal((await spin(path, 'spin-0001')).statusCode, 202);
  assert.deepEqual(
    (await log()).slot.map((entry: { txn_type: string }) => entry.txn_type),
    ['debit', 'credit'],
  );
  const failing = await failWrites(databaseUrl, "new.round->>'credit' = 'accepted'");
  await restart(async () => {
    wallet.drop = undefined;
  });
  await failing.untilFailed(2);
  await failing.end();
  const { round } = await state(path);
  assert.equal(round.status, 'settled');
  assert.equal(wallet.balance, 99 + round.win);
  assert.equal(countOf(wallet.applied, 'credit'), 1);
});

test('spin: it is refused without a draw if the balance is too small', async (context) => {
  const { wallet, launch, spin, log } = await startTestProvider(context, { balance: 0.5, draw: winning });
  const path = await launch();
  const response = await spin(path, 'spin-0001');
  assert.equal(response.statusCode, 402);
  assert.equal(response.json().round.refusal, 'INSUFFICIENT_USER_FUNDS');
  assert.deepEqual(response.json().round.spins, []);
  assert.deepEqual((await log()).slot, []);
  const { round } = (await spin(path, 'spin-0002', 0.5)).json();
  assert.equal(wallet.balance, round.win);
});

test('spin: an unknown stake, a malformed spin id and an unknown token are refused', async (context) => {
  const { wallet, launch, spin, inject } = await startTestProvider(context);
  const path = await launch();
  assert.equal((await spin(path, 'spin-0001', 0.3)).statusCode, 400);
  assert.equal((await spin(path, 'x')).statusCode, 400);
  assert.equal((await spin('/play/unknown-token', 'spin-0001')).statusCode, 410);
  assert.equal((await inject('/play/unknown-token')).statusCode, 410);
  assert.equal(wallet.applied.size, 0);
});

test('public files: addresses are the same for every game, and cached for ever', async (context) => {
  const { inject, launch } = await startTestProvider(context);
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

test('page and banner: any site shows the banner, but only allowed ones frame the page', async (context) => {
  const { launch, inject, gold } = await startTestProvider(context);
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

test('gold_api: wrong credentials, methods and names get status 0 and HTTP 200', async (context) => {
  const { gold, log } = await startTestProvider(context);
  const refusals: [method: string, fields: Record<string, unknown>, msg: string][] = [
    ['provider_list', { agent_code: 'other' }, 'INVALID_AGENT'],
    ['provider_list', { agent_token: 'wrong' }, 'UNAUTHORIZED'],
    ['provider_list', { agent_token: 7 }, 'INVALID_PARAMETER'],
    ['no_such_method', {}, 'INVALID_PARAMETER'],
    ['game_list', { provider_code: 'NOBODY' }, 'INVALID_PROVIDER'],
    ['game_list', {}, 'INVALID_PARAMETER'],
    ['game_launch', { user_code: 'ali', provider_code: 'NAGA', game_code: 'nothing' }, 'NOT_FOUND'],
    ['game_launch', { user_code: 'a b', provider_code: 'NAGA', game_code: 'nothing' }, 'INVALID_PARAMETER'],
  ];
  for (const [method, fields, msg] of refusals)
    assert.deepEqual(await gold(method, fields), { status: 0, msg });
  assert.deepEqual(await log({ user_code: 'nobody' }), { status: 0, msg: 'INVALID_USER' });
});

test('gold_api: user_create and provider_list answer in the documented form', async (context) => {
  const { gold } = await startTestProvider(context);
  assert.deepEqual(await gold('user_create', { user_code: 'ali' }), {
    status: 1,
    msg: 'SUCCESS',
    fc_code: 'ali',
    user_code: 'ali',
    user_balance: 0,
  });
  const { providers } = await gold('provider_list');
  assert.equal(providers.length, 20);
  assert.deepEqual(providers[0], { code: 'PRAGMATIC', name: 'Pragmatic', status: 1 });
});

test('settings: one error lists all invalid settings', () => {
  assert.throws(
    () => readSettings({ DEMO_PROVIDER_PORT: 'x', OPERATOR_CALLBACK_URL: 'nowhere' }),
    (error: Error) =>
      [
        'DEMO_PROVIDER_PORT',
        'OPERATOR_CALLBACK_URL',
        'PROVIDER_AGENT_TOKEN',
        'PROVIDER_SECRET',
        'PROVIDER_DATABASE_URL',
      ].every((name) => error.message.includes(name)),
  );
});
