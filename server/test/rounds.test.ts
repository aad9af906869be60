import assert from 'node:assert/strict';
import { createHash, webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { verifyLedger } from '../src/admin/verify';
import { createPlayerAccounts } from '../src/aggregator/player-accounts';
import { createGoldApiAggregator } from '../src/aggregator/gold-api/operator-client';
import { startReconciling } from '../src/aggregator/reconciliation/job';
import { reconcileRounds } from '../src/aggregator/reconciliation/reconcile-rounds.use-case';
import { readConfig } from '../src/config';
import type { Refusal } from '../src/errors/refusal';
import { createLedgerWriter } from '../src/ledger/writer';
import type { Services } from '../src/services';
import { startPalier, type Palier } from './palier';

interface OperatorBody {
  readonly method: string;
  readonly user_code?: string;
  readonly game_type?: string;
  readonly start?: string;
  readonly end?: string;
  readonly page?: number;
}
/** What the provider answers to the next operator calls; `null` never answers. */
let provider: Server;
let answerOperator: (body: OperatorBody) => unknown;
let providerUrl: string;
let palier: Palier;
let player: number;

before(async () => {
  provider = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const answer = answerOperator(JSON.parse(text) as { method: string });
      if (answer !== null) response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  providerUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/gold_api`;
  palier = await startPalier({ PROVIDER_URL: providerUrl });
  player = (await palier.login('client')).user.id;
  await openGame('PRAGMATIC', 'g1');
  await openGame('SPRIBE', 'g1');
});
after(async () => {
  await palier.stop();
  provider.closeAllConnections();
  provider.close();
});

const openGame = (providerCode: string, gameCode: string, user = player) =>
  palier.owner.query('insert into game_sessions (user_id, provider_code, game_code) values ($1, $2, $3)', [
    user,
    providerCode,
    gameCode,
  ]);
/** A second client with money, who has PRAGMATIC's game open. */
async function otherPlayer(): Promise<number> {
  const { rows } = await palier.owner.query<{ id: number }>(
    `select u.id from users u join accounts a on a.id = u.account_id
      where u.role = 'ROLE_CLIENT' and u.active and a.balance > 10000000 and u.id <> $1 order by u.id limit 1`,
    [player],
  );
  await openGame('PRAGMATIC', 'g1', rows[0]!.id);
  return rows[0]!.id;
}
const balance = async (): Promise<number> =>
  (await palier.wallet({ method: 'user_balance', user_code: `u${player}` })).user_balance;

const configOf = () =>
  readConfig({
    DATABASE_URL: 'postgresql://x',
    PROVIDER_AGENT_TOKEN: 'palier-demo-token',
    PROVIDER_SECRET: 'palier-demo-secret',
    PROVIDER_URL: providerUrl,
    PROVIDER_RECONCILE_AFTER_S: '1',
    JWT_SECRET: 'x'.repeat(32),
  });

interface Move {
  readonly txn: string;
  readonly round: string;
  readonly type?: string;
  readonly bet?: number;
  readonly win?: number;
  readonly ref?: string;
  readonly provider?: string;
  readonly user?: number;
}
const send = ({ txn, round, type = 'debit', bet = 0, win = 0, ref, provider: code, user = player }: Move) =>
  palier.wallet({
    method: ref === undefined ? 'transaction' : 'rollback',
    user_code: `u${user}`,
    game_type: 'slot',
    slot: {
      provider_code: code ?? 'PRAGMATIC',
      game_code: 'g1',
      round_id: round,
      txn_id: txn,
      ...(ref === undefined ? { txn_type: type, bet_money: bet, win_money: win } : { ref_txn_id: ref }),
    },
  });

describe('rollbacks', () => {
  test('When a rollback comes before its bet, then it is accepted and the late bet moves nothing, ever', async () => {
    const before = await balance();
    assert.equal((await send({ txn: 'rb1', round: 'a1', ref: 'bet1' })).status, 1);
    assert.equal((await send({ txn: 'bet1', round: 'a1', bet: 2 })).msg, 'INVALID_PARAMETER');
    assert.equal((await send({ txn: 'bet1', round: 'a1', bet: 3 })).msg, 'INVALID_PARAMETER');
    assert.equal(await balance(), before);
  });
  test('When a bet is rolled back twice, then one refund, and the bet comes again in vain', async () => {
    const before = await balance();
    await send({ txn: 'bet2', round: 'a2', bet: 2.125 });
    assert.equal((await send({ txn: 'rb2', round: 'a2', ref: 'bet2' })).user_balance, before);
    assert.equal((await send({ txn: 'rb2', round: 'a2', ref: 'bet2' })).status, 1);
    assert.equal((await send({ txn: 'rb2-again', round: 'a2', ref: 'bet2' })).status, 1);
    assert.equal((await send({ txn: 'bet2', round: 'a2', bet: 2.125 })).status, 0);
    assert.equal(await balance(), before);
  });
  test('When a win was paid, then its stake is not given back; when a stake was given back, then no win', async () => {
    const before = await balance();
    await send({ txn: 'bet3', round: 'a3', bet: 1 });
    await send({ txn: 'win3', round: 'a3', type: 'credit', win: 4 });
    assert.equal((await send({ txn: 'rb3', round: 'a3', ref: 'bet3' })).status, 0);
    await send({ txn: 'bet4', round: 'a4', bet: 1 });
    await send({ txn: 'rb4', round: 'a4', ref: 'bet4' });
    assert.equal((await send({ txn: 'win4', round: 'a4', type: 'credit', win: 4 })).status, 0);
    assert.equal(await balance(), before + 3);
  });
  test('When one of three bets of a round is rolled back, then only that one', async () => {
    const before = await balance();
    for (const [index, bet] of [1, 2, 4].entries()) await send({ txn: `three${index}`, round: 'a5', bet });
    await send({ txn: 'rb5', round: 'a5', ref: 'three1' });
    assert.equal(await balance(), before - 5);
    assert.equal((await send({ txn: 'win5', round: 'a5', type: 'credit', win: 5 })).user_balance, before);
  });
  test('When a rollback names another round, another player or a win, then it is refused', async () => {
    await send({ txn: 'bet6', round: 'a6', bet: 1 });
    const { rows } = await palier.owner.query<{ id: number }>(
      "select id from users where role = 'ROLE_CLIENT' and id <> $1 limit 1",
      [player],
    );
    assert.equal((await send({ txn: 'rb6', round: 'other', ref: 'bet6' })).status, 0);
    assert.equal((await send({ txn: 'rb6', round: 'a6', ref: 'bet6', user: rows[0]!.id })).status, 0);
    assert.equal((await send({ txn: 'rb3b', round: 'a3', ref: 'win3' })).status, 0);
    assert.equal((await send({ txn: 'rb6', round: 'a6', ref: 'bet6' })).status, 1);
  });
  test('When a rollback names a lost credit, then it is refused, and a corrected win is paid', async () => {
    const before = await balance();
    await send({ txn: 'bet7', round: 'a7', bet: 10 });
    assert.equal((await send({ txn: 'lost7', round: 'a7', type: 'credit', win: 0 })).status, 1);
    assert.equal((await send({ txn: 'rb7', round: 'a7', ref: 'lost7' })).msg, 'INVALID_PARAMETER');
    assert.equal((await send({ txn: 'win7', round: 'a7', type: 'credit', win: 50 })).status, 1);
    assert.equal(await balance(), before + 40);
  });
  test('When the stake of a lost round is rolled back after its credit, then it comes back, once', async () => {
    const before = await balance();
    await send({ txn: 'bet8', round: 'a8', bet: 10 });
    await send({ txn: 'lost8', round: 'a8', type: 'credit', win: 0 });
    await send({ txn: 'rb8-credit', round: 'a8', ref: 'lost8' });
    assert.equal((await send({ txn: 'rb8', round: 'a8', ref: 'bet8' })).user_balance, before);
    assert.equal((await send({ txn: 'rb8-again', round: 'a8', ref: 'bet8' })).user_balance, before);
  });
  test('When a rollback names a rollback or a spin of nothing that settled, then it is refused and no stake is un-counted', async () => {
    const before = await balance();
    for (const txn of ['bet9', 'other9']) await send({ txn, round: 'a9', bet: 1 });
    assert.equal((await send({ txn: 'rb9', round: 'a9', ref: 'bet9' })).status, 1);
    assert.equal((await send({ txn: 'rb9-rb', round: 'a9', ref: 'rb9' })).msg, 'INVALID_PARAMETER');
    assert.equal((await send({ txn: 'spin9', round: 'a9', type: 'debit_credit' })).status, 1);
    assert.equal((await send({ txn: 'rb9-spin', round: 'a9', ref: 'spin9' })).msg, 'INVALID_PARAMETER');
    assert.equal((await send({ txn: 'win9', round: 'a9', type: 'credit', win: 3 })).status, 1);
    assert.equal(await balance(), before + 2);
  });
  test('When a free spin is rolled back, then its round pays nothing any more', async () => {
    const before = await balance();
    await send({ txn: 'free10', round: 'a10', bet: 0 });
    assert.equal((await send({ txn: 'rb10', round: 'a10', ref: 'free10' })).status, 1);
    assert.equal((await send({ txn: 'win10', round: 'a10', type: 'credit', win: 3 })).status, 0);
    assert.equal(await balance(), before);
  });
});

describe('rounds', () => {
  test('When two providers use one transaction id, then they are independent', async () => {
    const before = await balance();
    await send({ txn: 'same', round: 'same', bet: 1 });
    assert.equal((await send({ txn: 'same', round: 'same', bet: 2, provider: 'SPRIBE' })).status, 1);
    assert.equal(await balance(), before - 3);
  });
  test('When a game or provider was never opened, then its bet is refused and leaves no account behind', async () => {
    assert.equal((await send({ txn: 'x1', round: 'x1', bet: 1, provider: 'NOBODY' })).msg, 'INVALID_USER');
    const { rows } = await palier.owner.query("select from accounts where code = 'house:NOBODY'");
    assert.equal(rows.length, 0);
  });
  test('When many players share a live round, then each has a round of his own', async () => {
    const other = await otherPlayer();
    assert.equal((await send({ txn: 'l1', round: 'table', bet: 1 })).status, 1);
    assert.equal((await send({ txn: 'l2', round: 'table', bet: 1, user: other })).status, 1);
    assert.equal((await send({ txn: 'l3', round: 'table', type: 'credit', win: 2, user: other })).status, 1);
    assert.equal((await send({ txn: 'l4', round: 'table', bet: 1 })).status, 1);
  });
  test('When a login session has ended, then its games take no new bet and still pay', async () => {
    const session = await palier.login('client');
    const { rows } = await palier.owner.query<{ id: string }>(
      'select id from sessions where user_id = $1 order by created_at desc limit 1',
      [player],
    );
    await palier.owner.query(
      "insert into game_sessions (user_id, login_session_id, provider_code, game_code) values ($1, $2, 'CQ9', 'g1')",
      [player, rows[0]!.id],
    );
    assert.equal((await send({ txn: 's1', round: 's1', bet: 1, provider: 'CQ9' })).status, 1);
    await palier.call('POST', '/auth/logout', session.accessToken, {});
    assert.equal((await send({ txn: 's2', round: 's2', bet: 1, provider: 'CQ9' })).msg, 'INVALID_USER');
    assert.equal((await send({ txn: 's3', round: 's1', type: 'credit', win: 2, provider: 'CQ9' })).status, 1);
  });
});

describe('dialects', () => {
  const agent = { agent_code: 'palier', agent_secret: 'palier-demo-secret' };
  const game = (txn: string, round: string) => ({
    provider_code: 'PRAGMATIC',
    game_code: 'g1',
    round_id: round,
    txn_id: txn,
  });
  test('When the vendor speaks by path, then bet and win count, and money_callback alone moves nothing', async () => {
    const before = await balance();
    const user_code = `u${player}`;
    const slot = {
      ...game('ii1', 'ii1'),
      txn_type: 'debit_credit',
      bet: 1.5,
      win: 0.25,
      user_before_balance: 1,
    };
    const body = { ...agent, user_code, game_type: 'slot', slot };
    assert.deepEqual((await palier.call('POST', '/gold_api/game_callback', undefined, body)).body, {
      status: 1,
      user_balance: before - 1.25,
    });
    assert.equal(
      (await palier.call('POST', '/gold_api/user_balance', undefined, { ...agent, user_code })).body
        .user_balance,
      before - 1.25,
    );
    const note = { ...agent, user_code, type: 'deposit', amount: 500 };
    assert.equal(
      (await palier.call('POST', '/gold_api/money_callback', undefined, note)).body.user_balance,
      before - 1.25,
    );
  });
  test('When the vendor is flat, then failures have a status too', async () => {
    const before = await balance();
    const flat = (more: object) =>
      palier.call('POST', '/gold_api/flat', undefined, {
        ...agent,
        method: 'transaction',
        user_code: `u${player}`,
        txn_type: 'debit',
        ...more,
      });
    assert.equal((await flat({ ...game('iii1', 'iii1'), bet_money: 2 })).body.user_balance, before - 2);
    assert.equal((await flat({ ...game('iii2', 'iii2'), bet: 1e6 })).status, 400);
    assert.equal((await flat({ ...game('iii3', 'iii3'), bet: 1, user_code: 'u999999' })).status, 404);
    assert.equal((await flat({ ...game('iii4', 'iii4'), bet: 1, agent_secret: 'no' })).status, 404);
    assert.equal((await flat({ ...game('iii5', 'iii5') })).body.msg, 'INVALID_PARAMETER');
    const headers = { 'content-type': 'application/json' };
    const url = '/gold_api/flat';
    const broken = await palier.app.inject({ method: 'POST', url, headers, payload: '{' });
    assert.deepEqual([broken.statusCode, broken.json<{ msg: string }>().msg], [400, 'INVALID_PARAMETER']);
  });
  test('When the vendor counts in cents, then whole hundredths, and a part of a cent is refused', async () => {
    const { readVendorAmount, writeVendorAmount } = await import('../src/aggregator/gold-api/money-unit');
    assert.equal(readVendorAmount(40, 'cents'), 400_000n);
    assert.equal(readVendorAmount(0.4, 'decimal'), 400_000n);
    for (const wrong of [0.4, -1, 1e308, 2 ** 53, '1', null, NaN, [1]])
      assert.equal(readVendorAmount(wrong, 'cents'), null);
    for (const wrong of [0.0001, -0.001, 1e308, '1', null, true])
      assert.equal(readVendorAmount(wrong, 'decimal'), null);
    assert.equal(writeVendorAmount(1_239_999n, 'cents'), 123);
  });
  test('When addresses are listed, then others are strangers, whatever they know', async () => {
    const { createCallerCheck, isAddressRange } = await import('../src/aggregator/gold-api/caller');
    const check = createCallerCheck({
      PROVIDER_AGENT_CODE: 'palier',
      PROVIDER_SECRET: 'palier-demo-secret',
      PROVIDER_ALLOWED_IPS: ['203.0.113.0/24', '2001:db8::1'],
    });
    for (const address of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::1'])
      assert.equal(check(agent, address), true);
    for (const address of ['203.0.114.9', '::1', 'unknown']) assert.equal(check(agent, address), false);
    assert.deepEqual(['1.2.3.4', '10.0.0.0/8', '1.2.3.4/33', 'x', '1.2.3.4/8/8'].map(isAddressRange), [
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('reconciliation', () => {
  const entry = (round: string, more: object) => ({
    provider_code: 'PRAGMATIC',
    round_id: round,
    round_status: 'settled',
    bet_money: 1,
    win_money: 0,
    debit_txn_id: `${round}-bet`,
    credit_txn_id: null,
    ...more,
  });
  const servicesOf = () => {
    const config = configOf();
    return {
      config,
      pool: palier.pool,
      ledger: createLedgerWriter(palier.pool),
      announcer: {
        announceBalance: () => undefined,
        announceCounters: () => undefined,
        announceWins: () => undefined,
        close: () => undefined,
      },
      accounts: createPlayerAccounts(palier.pool),
      aggregator: createGoldApiAggregator(config),
    };
  };
  const reconcile = async (
    log: unknown[] | ((hours: number) => unknown[]),
    forgottenAfterMs = 1e9,
    everyOne = true,
  ) => {
    answerOperator = ({ method, user_code, game_type, start, end }) => {
      if (method !== 'get_game_log' || user_code !== `u${player}` || game_type !== 'slot')
        return { status: 1, live: [] };
      const hours = (Date.parse(`${end}Z`) - Date.parse(`${start}Z`)) / 3_600_000;
      return { status: 1, slot: Array.isArray(log) ? log : log(hours) };
    };
    const repaired = await reconcileRounds(servicesOf(), { olderThanMs: 0, everyOne, forgottenAfterMs });
    return Object.fromEntries(repaired!.map(({ round, repair }) => [round.roundId, repair]));
  };

  test('When the log tells more than we heard, then wins are paid once, refused stakes given back, lost rounds closed', async () => {
    const before = await balance();
    for (const round of ['won', 'lost', 'refused', 'pending', 'altered', 'nowhere'])
      await send({ txn: `${round}-bet`, round, bet: 1 });
    const log = [
      entry('won', { win_money: 2.5, credit_txn_id: 'won-credit' }),
      entry('lost', {}),
      entry('refused', { round_status: 'refused', bet_money: 0 }),
      entry('pending', { round_status: 'pending' }),
      entry('altered', { bet_money: 7 }),
    ];
    const found = await reconcile(log);
    assert.equal(found.won, 'paid');
    assert.equal(found.lost, 'closed');
    assert.equal(found.refused, 'refunded');
    assert.equal(found.pending, 'pending');
    assert.equal(found.altered, 'differs');
    assert.equal(found.nowhere, 'unknown');
    assert.equal(await balance(), before - 6 + 2.5 + 1);
    // The callbacks that were lost come after all.
    assert.equal((await send({ txn: 'won-credit', round: 'won', type: 'credit', win: 2.5 })).status, 1);
    assert.equal((await send({ txn: 'refused-bet', round: 'refused', bet: 1 })).status, 0);
    assert.equal((await send({ txn: 'lost-more', round: 'lost', bet: 1 })).status, 0);
    assert.equal(await balance(), before - 6 + 2.5 + 1);
    const again = await reconcile(log);
    assert.equal(again.won ?? again.lost ?? again.refused, undefined);
  });
  test('When the provider never heard of a round for too long, then its stakes are given back', async () => {
    const before = await balance();
    const found = await reconcile([entry('pending', { round_status: 'pending' })], 0);
    assert.equal(found.nowhere, 'refunded');
    assert.equal(found.pending, 'pending');
    assert.ok((await balance()) > before);
  });
  test('When the clock of the process is two days ahead, then no stake is given back before its time', async (t) => {
    await send({ txn: 'fresh-bet', round: 'fresh', bet: 1 });
    const now = Date.now;
    t.mock.method(Date, 'now', () => now() + 48 * 3_600_000);
    assert.equal((await reconcile([], 24 * 3_600_000)).fresh, 'unknown');
    t.mock.restoreAll();
    assert.equal((await reconcile([entry('fresh', {})])).fresh, 'closed');
  });
  const fullPage = Array.from({ length: 1_000 }, (_, index) => entry(`listed${index}`, {}));
  const makeOlder = (round: string, hours: number) =>
    palier.owner.query(
      "update rounds set opened_at = opened_at - $2 * interval '1 hour', checked_at = null where round_id = $1",
      [round, hours],
    );
  test('When the log has more rounds than are read, then nothing is given back by what it leaves out', async () => {
    await send({ txn: 'beyond-bet', round: 'beyond', bet: 1 });
    const before = await balance();
    assert.equal((await reconcile(fullPage, 0)).beyond, 'unanswered');
    assert.equal(await balance(), before);
    assert.equal((await reconcile([entry('beyond', {})], 0)).beyond, 'closed');
  });
  test('When an old round makes the log too long, then it and the fresh ones are asked about apart', async () => {
    for (const round of ['stuck', 'older', 'owed']) await send({ txn: `${round}-bet`, round, bet: 1 });
    await makeOlder('stuck', 72);
    await makeOlder('older', 60);
    const before = await balance();
    const found = await reconcile((hours) =>
      hours > 1
        ? fullPage
        : [
            entry('stuck', { round_status: 'pending' }),
            entry('older', { win_money: 2, credit_txn_id: 'older-credit' }),
            entry('owed', { win_money: 3, credit_txn_id: 'owed-credit' }),
          ],
    );
    assert.deepEqual([found.stuck, found.older, found.owed], ['pending', 'paid', 'paid']);
    assert.equal(await balance(), before + 5);
    assert.equal((await reconcile([entry('stuck', {})])).stuck, 'closed');
  });
  test("When a round's own log is too long, then it is asked about no sooner than any other that stays open", async () => {
    await send({ txn: 'crowded-bet', round: 'crowded', bet: 1 });
    await makeOlder('crowded', 72);
    assert.equal((await reconcile(fullPage, 0)).crowded, 'unanswered');
    const log = [entry('crowded', {})];
    assert.equal((await reconcile(log, 1e9, false)).crowded, undefined);
    assert.equal((await reconcile(log)).crowded, 'closed');
  });
  test(
    'When rounds cannot be read or nobody answers, then the job says so',
    { timeout: 60_000 },
    async () => {
      await send({ txn: 'noted-bet', round: 'noted', bet: 1 });
      await makeOlder('noted', 2);
      for (const [answer, isTold] of [
        [fullPage, (facts: { round?: string }) => facts.round === 'noted'],
        [
          [entry('noted', { win_money: 0.0001 })],
          (facts: { repair?: string }) => facts.repair === 'unreadable',
        ],
        ['<html>', (facts: { rounds?: number }) => facts.rounds! > 0],
      ] as const) {
        await makeOlder('noted', 0);
        answerOperator = ({ game_type: type }) =>
          typeof answer === 'string' ? answer : { status: 1, [type!]: answer };
        await new Promise<void>((resolve) => {
          const tell = (facts: object): void => {
            if (isTold(facts)) resolve(stop());
          };
          const log = { warn: tell, info: () => undefined, error: tell };
          const stop = startReconciling({ ...servicesOf(), log } as unknown as Services);
        });
      }
      assert.equal((await reconcile([entry('noted', {})])).noted, 'closed');
    },
  );
  test('When a forgotten round had a stake rolled back, then the one that stands is given back and no other', async () => {
    const before = await balance();
    for (const txn of ['half1', 'half2']) await send({ txn, round: 'half', bet: 2 });
    await send({ txn: 'half-rb', round: 'half', ref: 'half1' });
    const pending = entry('pending', { round_status: 'pending' });
    assert.equal((await reconcile([pending], 0)).half, 'refunded');
    assert.equal(await balance(), before);
    assert.equal((await send({ txn: 'half2', round: 'half', bet: 2 })).status, 0);
  });
  test('When one round cannot be repaired, then those after it are, and it is once it can', async () => {
    for (const round of ['bad', 'good']) await send({ txn: `${round}-bet`, round, bet: 1 });
    const before = await balance();
    await palier.owner.query(`
      create function refuse_round() returns trigger language plpgsql as 'begin raise exception ''no room for %'', new.round_id; end';
      create trigger refuse_round before update on rounds for each row when (new.round_id = 'bad' and new.state <> 'OPEN')
        execute function refuse_round()`);
    const log = ['bad', 'good'].map((round) =>
      entry(round, { win_money: 2, credit_txn_id: `${round}-credit` }),
    );
    const found = await reconcile(log);
    assert.equal(found.bad, 'failed');
    assert.equal(found.good, 'paid');
    assert.equal(await balance(), before + 2);
    await palier.owner.query('drop trigger refuse_round on rounds; drop function refuse_round');
    assert.equal((await reconcile(log)).bad, 'paid');
    assert.equal(await balance(), before + 4);
  });
  test('When a line of the log has an amount that is none, then its round alone waits for people, stake and all, and the others are repaired', async () => {
    const rounds = ['tiny', 'huge', 'minus', 'twice', 'fine', 'unsaid'];
    for (const round of rounds) await send({ txn: `${round}-bet`, round, bet: 1 });
    const before = await balance();
    const refused = { round_status: 'refused', bet_money: 0 };
    const found = await reconcile(
      [
        entry('tiny', { win_money: 0.0001, credit_txn_id: 'tiny-credit' }),
        entry('huge', { ...refused, bet_money: 1e308 }),
        entry('minus', { win_money: -1 }),
        entry('twice', { bet_money: 1.0001 }),
        entry('twice', refused),
        entry('fine', { win_money: 2, credit_txn_id: 'fine-credit' }),
      ],
      0,
    );
    assert.deepEqual(
      rounds.map((round) => found[round]),
      ['unreadable', 'unreadable', 'unreadable', 'unreadable', 'paid', 'refunded'],
    );
    assert.equal(await balance(), before + 3);
    const mended = rounds.slice(0, 4).map((round) => entry(round, {}));
    assert.equal((await reconcile(mended)).tiny, 'closed');
    assert.equal(await balance(), before + 3);
  });
  test('When the provider is away or talks rubbish, then nothing moves', async () => {
    await send({ txn: 'silent', round: 'silent', bet: 1 });
    const before = await balance();
    for (const answer of [
      '<html>',
      '{"status":1,"slot":[{"round_id":1}]}',
      '{"status":0,"msg":"INTERNAL_ERROR"}',
    ])
      assert.equal((await reconcileWith(answer)).silent, 'unanswered');
    assert.equal(await balance(), before);
  });
  const reconcileWith = async (answer: string, everyOne = true) => {
    const result = reconcile([], 1e9, everyOne);
    answerOperator = () => answer;
    return result;
  };
  test('When two players of a live table lost its round, then it is closed for both', async () => {
    const other = await otherPlayer();
    for (const user of [player, other])
      assert.equal((await send({ txn: `live-bet-${user}`, round: 'live', bet: 1, user })).status, 1);
    answerOperator = ({ user_code }) => ({
      status: 1,
      slot: [entry('live', { debit_txn_id: `live-bet-${user_code!.slice(1)}` })],
    });
    const repaired = await reconcileRounds(servicesOf(), { olderThanMs: 0, everyOne: true });
    assert.deepEqual(
      repaired!.filter(({ round }) => round.roundId === 'live').map(({ repair }) => repair),
      ['closed', 'closed'],
    );
  });
  test('When the log refuses another stake of a round than the one we took, then it is left to people', async () => {
    await send({ txn: 'ours', round: 'elsewhere', bet: 1 });
    const before = await balance();
    const log = [entry('elsewhere', { round_status: 'refused', bet_money: 0, debit_txn_id: 'theirs' })];
    for (let run = 0; run < 2; run += 1) assert.equal((await reconcile(log)).elsewhere, 'differs');
    assert.equal(await balance(), before);
    assert.equal((await reconcile([entry('elsewhere', {})])).elsewhere, 'closed');
  });
  const MANY = 2_500;
  const openMany = (openedAgo: string) =>
    palier.owner.query(
      `insert into rounds (provider_code, round_id, account_id, game_code, state, opened_at, stake_count)
         select 'PRAGMATIC', 'many' || n, account_id, 'g1', 'OPEN', now() - $2::interval, 1
           from users, generate_series(1, $3::int) n where id = $1`,
      [player, openedAgo, MANY],
    );
  const forgetMany = async (): Promise<void> => {
    await palier.owner.query("delete from provider_transactions where round_id like 'many%'");
    await palier.owner.query("delete from rounds where round_id like 'many%'");
  };
  test('When everyone is asked about, then so are more rounds than one run of the job takes', async () => {
    await openMany('0');
    const asked = (everyOne: boolean) =>
      reconcileWith('<html>', everyOne).then(
        (found) => Object.keys(found).filter((id) => id.startsWith('many')).length,
      );
    const found = [await asked(true), await asked(false)];
    await forgetMany();
    assert.equal(found[0], MANY);
    assert.ok(found[1]! <= 2_000);
  });
  test('When more rounds were lost than one run of the job takes, then the next run follows at once', async () => {
    await openMany('1 h');
    const lost = Array.from({ length: MANY }, (_, n) => entry(`many${n + 1}`, { bet_money: 0 }));
    answerOperator = ({ user_code, game_type, page = 0 }) =>
      user_code === `u${player}` && game_type === 'slot'
        ? { status: 1, slot: lost.slice(page * 1_000, (page + 1) * 1_000) }
        : { status: 1 };
    const pauseS = 5;
    const services = servicesOf();
    const log = { warn: () => undefined, info: () => undefined, error: () => undefined };
    const config = { ...services.config, PROVIDER_RECONCILE_AFTER_S: pauseS };
    const open = async (): Promise<number> => {
      const { rowCount } = await palier.owner.query(
        "select from rounds where round_id like 'many%' and state = 'OPEN'",
      );
      return rowCount ?? 0;
    };
    const until = async (isTrue: (count: number) => boolean): Promise<number> => {
      while (!isTrue(await open())) await new Promise((resolve) => setTimeout(resolve, 20));
      return performance.now();
    };
    const stop = startReconciling({ ...services, config, log } as unknown as Services);
    try {
      const firstDoneAt = await until((count) => count <= MANY - 2_000);
      const allDoneAt = await until((count) => count === 0);
      assert.ok(allDoneAt - firstDoneAt < (pauseS - 1) * 1_000, `${Math.round(allDoneAt - firstDoneAt)} ms`);
    } finally {
      stop();
      await forgetMany();
    }
  });
  test('When the server stops while the job runs, then no further player is asked about', async () => {
    const users = [player, await otherPlayer()];
    for (const user of users) await send({ txn: `stop-bet-${user}`, round: `stop${user}`, bet: 1, user });
    await palier.owner.query("update rounds set opened_at = now() - interval '1 h', checked_at = null");
    const asked = new Set<string>();
    let stop = (): void => undefined;
    const log = { warn: () => undefined, info: () => undefined, error: () => undefined };
    const first = new Promise<void>((resolve) => {
      answerOperator = ({ user_code }) => {
        asked.add(user_code!);
        stop();
        resolve();
        return { status: 1 };
      };
    });
    stop = startReconciling({ ...servicesOf(), log } as unknown as Services);
    await first;
    await new Promise((resolve) => setTimeout(resolve, 300));
    assert.equal(asked.size, 1);
    answerOperator = ({ game_type }) => ({
      status: 1,
      [game_type!]: users.map((user) => entry(`stop${user}`, { debit_txn_id: `stop-bet-${user}` })),
    });
    await reconcileRounds(servicesOf(), { olderThanMs: 0, everyOne: true });
  });
  test('When all is reconciled, then the books agree', async () => {
    assert.equal(await verifyLedger(palier.owner), null);
  });
});

describe('the operator calls', () => {
  const providersOf = (token: string) => palier.call('GET', '/casino/providers', token);
  test('When the provider talks rubbish or nothing, then a French 503; once it has answered, its list is kept', async () => {
    const { accessToken } = await palier.login('client');
    for (const rubbish of [
      '',
      '<html>',
      '[]',
      '{"status":1}',
      '{"status":1,"providers":"x"}',
      '{"status":1,"providers":[{"id":1},{"id":2}]}',
    ]) {
      answerOperator = () => rubbish;
      // A new one each time: after a failure the same one does not ask again for a while.
      await assert.rejects(
        createGoldApiAggregator(configOf()).listProviders(),
        { code: 'unavailable' },
        rubbish,
      );
    }
    const { status, body } = await providersOf(accessToken);
    assert.equal(status, 503);
    assert.match(String(body.errors[0]), /momentanément indisponibles/);
    await new Promise((resolve) => setTimeout(resolve, 2_050));
    answerOperator = () => ({
      status: 1,
      providers: [{ code: 'PRAGMATIC', name: 'Pragmatic' }, { code: 7 }, null],
    });
    const listed = await providersOf(accessToken);
    assert.deepEqual(listed.body.providers, [{ code: 'PRAGMATIC', name: 'Pragmatic' }]);
    answerOperator = () => '<html>';
    assert.equal((await providersOf(accessToken)).status, 200);
  });
  const launch = (answer: object) => {
    answerOperator = () => answer;
    return createGoldApiAggregator(configOf()).launch({
      userCode: 'u1',
      providerCode: 'CQ9',
      gameCode: 'g1',
    });
  };
  test('When a launch address is on no allowed origin, then the player is told so and the log which, without the session', async () => {
    await assert.rejects(
      launch({ status: 1, launch_url: 'https://games.example/play/secret' }),
      ({ code, sentence, cause }: Refusal) =>
        code === 'unavailable' &&
        sentence.startsWith("L'adresse de ce jeu a été refusée") &&
        /ALLOWED_FRAME_ORIGINS: https:\/\/games\.example$/.test((cause as Error).message),
    );
  });
  test('When the aggregator refuses a launch, then only a game it does not have is said not to be there; its word is for the log', async () => {
    await assert.rejects(launch({ status: 0, msg: 'NOT_FOUND' }), { code: 'not-found' });
    for (const msg of ['UNAUTHORIZED', 'INSUFFICIENT_AGENT_FUNDS', 'INTERNAL_ERROR'])
      await assert.rejects(launch({ status: 0, msg }), { code: 'unavailable', msg });
    await assert.rejects(
      launch({ status: 1 }),
      ({ code, cause }: Refusal) => code === 'unavailable' && cause instanceof Error,
    );
  });
});

test('When a player runs the documented snippet, then it checks every draw that has ended', async () => {
  const text = await readFile(new URL('../../docs/jackpots.md', import.meta.url), 'utf8');
  const snippet = /```js\n([\s\S]*?)```/.exec(text)![1]!;
  const [tier, number, ceiling, salt] = ['bronze', 1, '25000000', 'salt'];
  const commitment = createHash('sha256').update([tier, number, ceiling, salt].join(':')).digest('hex');
  const served = (await palier.call('GET', '/jackpot/draws')).body.draws;
  assert.ok(served.length >= 3);
  const ended = { ...served[0], tier, number, ceilingMicros: ceiling, salt, commitment, endedAt: 'then' };
  const lines: string[] = [];
  const page = {
    fetch: async () => ({ json: async () => ({ draws: [ended, { ...ended, salt: 'other' }, served[0]] }) }),
    console: { log: (line: string) => lines.push(line) },
    crypto: webcrypto,
    TextEncoder,
    Uint8Array,
  };
  await runInNewContext(`(async () => {${snippet}})()`, page);
  assert.deepEqual(
    lines.map((line) => line.split(', ').at(-1)),
    ['kept', 'BROKEN'],
  );
});
