import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from './settings.js';
import { startTestProvider, winning } from './testing/start-test-provider.js';
import { readAnswer } from './vendor/answer.js';
import { createCallbacks } from './vendor/callback.js';
import { toJsonWithBigints } from './vendor/json.js';
import type { Profile } from './vendor/profile.js';
import { findProfile, PROFILES } from './vendor/profiles.js';
import { createRoundIds, type Transaction } from './vendor/transaction.js';

const profileOf = (name: string): Profile => findProfile(name) as Profile;

const bet: Transaction = {
  userCode: 'u7',
  providerCode: 'PRAGMATIC',
  gameCode: 'g1',
  form: 'slot',
  kind: 'BASE',
  type: 'debit',
  roundId: '1764320000123',
  id: 'b-1',
  betId: 'b-1',
  betMillimes: 1500,
  winMillimes: 0,
  createdAt: '2026-11-28T10:00:00.000Z',
};
const win: Transaction = { ...bet, type: 'credit', id: 'w-1', betMillimes: 0, winMillimes: 2300 };

const agent = { agentCode: 'palier', secret: 'a-test-secret' };
const write = (name: string, transaction: Transaction) =>
  createCallbacks(profileOf(name), 'https://operator.example/gold_api', agent).transaction(transaction);

/** The first spin pays nothing, the free spins pay. */
const withFreeSpins = [[31, 36, 28, 7, 32], ...winning];

test('profiles: each has a name of its own', () => {
  assert.equal(new Set(PROFILES.map(({ name }) => name)).size, PROFILES.length);
});

test('callback: nx sends the round as txn_id and the transaction as txn_id_v2', () => {
  const { address, body } = write('nx', win);
  assert.equal(address, 'https://operator.example/gold_api');
  assert.equal(body.method, 'transaction');
  assert.equal(body.agent_secret, 'a-test-secret');
  assert.equal(typeof body.user_token, 'string');
  assert.deepEqual(body.slot, {
    provider_code: 'PRAGMATIC',
    game_code: 'g1',
    type: 'BASE',
    round_id: '1764320000123',
    txn_id: '1764320000123',
    txn_id_v2: 'w-1',
    txn_type: 'credit',
    bet_money: 0,
    win_money: 2.3,
  });
});

test('callback: the path form has a path for each method, bet and win, and a number as round_id', () => {
  const { address, body } = write('path', bet);
  assert.equal(address, 'https://operator.example/gold_api/money_callback');
  assert.equal(body.method, undefined);
  const slot = body.slot as Record<string, unknown>;
  assert.deepEqual([slot.round_id, slot.txn_id, slot.bet], [1764320000123, 'b-1', 1.5]);
  assert.equal(typeof slot.win, 'number');
});

test('callback: worldslot gives a bet and its win one txn_id, and igamewin also no round_id', () => {
  for (const name of ['worldslot', 'igamewin']) {
    const slot = write(name, win).body.slot as Record<string, unknown>;
    assert.equal(slot.txn_id, 'b-1');
    assert.equal('round_id' in slot, name === 'worldslot');
  }
});

test('callback: the header profile has the secret in a header and fields beside the object', () => {
  const { address, headers, body } = write('header', win);
  assert.equal(address, 'https://operator.example//gold_api');
  assert.equal(headers['agent-secret'], 'a-test-secret');
  assert.equal(body.agent_secret, undefined);
  assert.equal(body.round_id, null);
  assert.notEqual(body.win_money, 2.3);
  assert.ok(Math.abs((body.win_money as number) - 2.3) < 1e-9);
});

test('callback: flat has its fields in the body and amounts as text, and free-rounds whole cents', () => {
  assert.equal(write('flat', win).body.win_money, '2.300');
  assert.equal((write('free-rounds', win).body.slot as Record<string, unknown>).win_money, 230);
});

test('answer: HTTP 500 is unknown and HTTP 200 with status 0 a refusal, as the profile reads it', () => {
  const kindOf = (name: string, status: number, body: object) =>
    readAnswer(profileOf(name), status, JSON.stringify(body)).kind;
  const internal = { status: 0, msg: 'INTERNAL_ERROR' };
  assert.equal(kindOf('nx', 500, internal), 'unknown');
  assert.equal(kindOf('nx', 200, internal), 'refused');
  assert.equal(kindOf('demo', 200, internal), 'unknown');
  assert.equal(kindOf('nx', 200, { status: 1, user_balance: 0 }), 'accepted');
  assert.equal(kindOf('worldslot', 200, { status: 0, msg: 'DUPLICATED_REQUEST' }), 'accepted');
  assert.equal(kindOf('nx', 200, { status: 0, msg: 'DUPLICATED_REQUEST' }), 'refused');
  assert.equal(kindOf('flat', 400, { status: 0, msg: 'INSUFFICIENT_USER_FUNDS' }), 'refused');
  assert.equal(kindOf('flat', 500, internal), 'unknown');
  assert.equal(kindOf('nx', 400, internal), 'unknown');
  for (const body of ['', 'null', '[]', '<html>', '{"user_balance":7}'])
    assert.equal(readAnswer(profileOf('nx'), 200, body).kind, 'unknown', body);
});

test('log: numbers above 2^53 keep all digits', () => {
  assert.equal(
    toJsonWithBigints({ history_id: 9_007_199_254_740_993n, a: '"1"' }),
    '{"history_id":9007199254740993,"a":"\\"1\\""}',
  );
});

test('round ids: numbers of 13 digits never repeat', () => {
  const next = createRoundIds(profileOf('path'), () => 'text');
  const ids = Array.from({ length: 1000 }, next);
  assert.equal(new Set(ids).size, 1000);
  assert.ok(ids.every((id) => /^\d{13}$/.test(id)));
});

test('lists: nx refuses one within a second of another, and has the documented fields', async (context) => {
  const { gold } = await startTestProvider(context, { profile: 'nx' });
  const [{ game_code: code, game_name: name, banner, id }] = (
    await gold('game_list', { provider_code: 'NAGA' })
  ).games;
  assert.ok(code && name && banner);
  assert.equal(id, undefined);
  assert.deepEqual(await gold('provider_list'), { status: 0, msg: 'Rate Limit Error' });
});

test('igamewin: it names games otherwise, and needs user_create before a launch', async (context) => {
  const { gold } = await startTestProvider(context, { profile: 'igamewin' });
  const [game] = (await gold('game_list', { provider_code: 'NAGA' })).games;
  assert.deepEqual(Object.keys(game).slice(0, 3), ['code', 'game_name', 'image']);
  const launch = () =>
    gold('game_launch', { user_code: 'ali', provider_code: 'NAGA', game_code: game.code, lang: 'fr' });
  assert.deepEqual(await launch(), { status: 0, msg: 'INVALID_USER' });
  assert.equal((await gold('user_create', { user_code: 'ali' })).status, 1);
  assert.deepEqual(await gold('user_create', { user_code: 'ali' }), { status: 0, msg: 'DUPLICATED_USER' });
  assert.match((await launch()).launch_url, /\/play\//);
});

test('nx: a seamless agent may not create players, and the launch creates them', async (context) => {
  const { gold } = await startTestProvider(context, { profile: 'nx' });
  assert.deepEqual(await gold('user_create', { user_code: 'ali' }), {
    status: 0,
    msg: "Seamless agent can't use this API.",
  });
});

test('live: an empty game_code opens the lobby, and callbacks name a table', async (context) => {
  const { gold, spin, wallet } = await startTestProvider(context, { profile: 'live' });
  const { launch_url } = await gold('game_launch', {
    user_code: 'ali',
    provider_code: 'NAGA',
    game_code: '',
  });
  assert.equal((await spin(new URL(launch_url).pathname, 'spin-0001')).statusCode, 200);
  assert.match((wallet.games[0] as { game_code: string }).game_code, /^\d{4,5}$/);
});

test('free spins: a transaction of type FREE pays them, in their round or another', async (context) => {
  for (const [profile, isOwn] of [
    ['demo', false],
    ['free-rounds', true],
  ] as const) {
    const { launch, spin, wallet, log } = await startTestProvider(context, { profile, draw: withFreeSpins });
    const { round } = (await spin(await launch(), 'spin-0001')).json();
    const entries: { type: string; win_money: number }[] = (await log()).slot;
    const last = wallet.games.at(-1) as Record<string, unknown>;
    const first = wallet.games[0] as Record<string, unknown>;
    assert.deepEqual([last.type, last.txn_type], ['FREE', isOwn ? 'debit_credit' : 'credit']);
    assert.equal(last.round_id === first.round_id, !isOwn);
    const unit = isOwn ? 100 : 1;
    assert.equal(entries.at(-1)!.type, 'FREE');
    assert.equal(Math.round(entries.at(-1)!.win_money), Math.round(round.win * unit));
    assert.ok(round.win > 0);
  }
});

test('ggr: stake and win are one transaction that is drawn before it and paid once', async (context) => {
  const { launch, spin, wallet, log } = await startTestProvider(context, { profile: 'ggr', draw: winning });
  const path = await launch();
  wallet.drop = { type: 'debit_credit', times: 2, after: true };
  const { round } = (await spin(path, 'spin-0001')).json();
  assert.equal(wallet.balance, 99 + round.win);
  assert.deepEqual([...wallet.applied.values()], ['debit_credit']);
  const [entry] = (await log()).slot;
  assert.deepEqual([entry.txn_type, entry.bet_money, entry.win_money], ['debit_credit', 1, round.win]);
});

test('worldslot: a bet without an answer is void after four tries, and play goes on', async (context) => {
  const { launch, spin, wallet, log } = await startTestProvider(context, { profile: 'worldslot' });
  const path = await launch();
  wallet.drop = { type: 'debit', times: 4, after: false };
  const { round } = (await spin(path, 'spin-0001')).json();
  assert.equal(round.status, 'refused');
  assert.deepEqual((await log()).slot, []);
  assert.equal((await spin(path, 'spin-0002')).statusCode, 200);
});

test('settings: the error for an unknown profile names those that exist', () => {
  assert.throws(() => readSettings({ DEMO_PROVIDER_PROFILE: 'none' }), /DEMO_PROVIDER_PROFILE: .*demo, nx/);
});
