import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { PoolClient } from 'pg';
import { applyGameMovement } from '../../src/games/apply-game-movement.use-case';
import { createPlayerAccounts } from '../../src/games/player-account.repository';
import { createLedgerWriter } from '../../src/ledger/writer';
import { silentAnnouncer } from '../../src/operator/silent-announcer';
import { verifyLedger } from '../../src/operator/verify';
import { readRow, readValue } from '../database';
import { useGames, type Games } from './games-provider';

const AGENT = { agent_code: 'palier', agent_secret: 'palier-demo-secret' };
let names = 0;
/** A name that no other test uses. */
const newName = (): string => `v${(names += 1)}`;

/** Sends the callbacks of one player as a vendor writes them. */
function vendorOf(games: Games) {
  const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
    games.server.call('POST', url, undefined, body, headers);
  const call = (more: object) => ({
    ...AGENT,
    method: 'transaction',
    user_code: `u${games.player}`,
    ...more,
  });
  const slotOf = (fields: object) => ({
    game_type: 'slot',
    slot: { provider_code: 'PRAGMATIC', game_code: 'g1', type: 'BASE', ...fields },
  });
  return {
    post,
    call,
    slotOf,
    /** A transaction of dialect (i). */
    send: async (fields: object) => (await post('/gold_api', call(slotOf(fields)))).body,
    debit: (txn_id: string, bet_money: unknown, more: object = {}) =>
      post('/gold_api', call(slotOf({ txn_type: 'debit', txn_id, bet_money, win_money: 0, ...more }))).then(
        ({ body }) => body,
      ),
    credit: (txn_id: string, win_money: unknown, more: object = {}) =>
      post('/gold_api', call(slotOf({ txn_type: 'credit', txn_id, bet_money: 0, win_money, ...more }))).then(
        ({ body }) => body,
      ),
    both: (txn_id: string, bet_money: unknown, win_money: unknown, more: object = {}) =>
      post(
        '/gold_api',
        call(slotOf({ txn_type: 'debit_credit', txn_id, bet_money, win_money, ...more })),
      ).then(({ body }) => body),
    /** The findings of a round, as `kind amount`. */
    findings: async (round: string): Promise<string[]> => {
      const { rows } = await games.server.owner.query<{ found: string }>(
        `select concat(kind, ' ', (amount_micros / 1e6)::float8) as found from game_findings
          where round_id = $1 order by id`,
        [round],
      );
      return rows.map(({ found }) => found);
    },
    round: (round: string) =>
      readRow<{ state: string; bet: number; win: number; game: string }>(
        games.server.owner,
        `select state, (bet_micros / 1e6)::float8 as bet, (win_micros / 1e6)::float8 as win, game_code as game
           from rounds where round_id = $1`,
        [round],
      ),
  };
}

describe('shapes of callbacks', () => {
  const games = useGames();
  const vendor = vendorOf(games);

  test('callback: the transaction id stands for a round id that is missing, null or empty', async () => {
    const before = await games.balance();
    for (const missing of [{}, { round_id: null }, { round_id: '' }]) {
      const id = newName();
      assert.equal((await vendor.debit(id, 2, missing)).status, 1);
      assert.equal((await vendor.credit(id, 3, missing)).status, 1);
      assert.deepEqual(await vendor.round(id), { state: 'SETTLED', bet: 2, win: 3, game: 'g1' });
    }
    assert.equal(await games.balance(), before + 3);
  });

  test('callback: every game type is accepted, with its object or with the fields beside it', async () => {
    const before = await games.balance();
    const fields = () => ({
      provider_code: 'PRAGMATIC',
      game_code: 'g1',
      txn_type: 'debit',
      txn_id: newName(),
      bet_money: 1,
      win_money: 0,
    });
    const shapes = [
      ...['slot', 'live', 'SB', 'MN', 'FT', 'arcade-2'].map((type) => ({
        game_type: type,
        [type]: fields(),
      })),
      { game_type: 'MN', mn: fields() },
      { game_type: 'Slot', slot: fields() },
      { game_type: 'FT', slot: fields() },
      { slot: fields() },
      { game_type: 'SB', ...fields() },
      { game_type: 'live', live: { type: 'BASE', info: { table: 7 } }, ...fields() },
      { game_type: 'constructor', ...fields() },
    ];
    for (const shape of shapes) {
      const { body } = await vendor.post('/gold_api', vendor.call(shape));
      assert.equal(body.status, 1, JSON.stringify([shape, body]));
    }
    assert.equal(await games.balance(), before - shapes.length);
  });

  test('callback: all tables of an opened lobby are accepted, in other spellings too', async () => {
    for (const game of [126, '126', 'G1', 'table-7']) {
      const id = newName();
      assert.equal((await vendor.debit(id, 1, { game_code: game })).status, 1);
      assert.equal((await vendor.round(id)).game, String(game));
    }
    const id = newName();
    assert.equal((await vendor.debit(id, 1, { provider_code: 'pragmatic' })).status, 1);
    const sql = 'select provider_code from rounds where round_id = $1';
    assert.equal(await readValue(games.server.owner, sql, [id]), 'PRAGMATIC');
    assert.equal((await vendor.credit(id, 1, { provider_code: 'Pragmatic' })).status, 1);
    assert.equal((await vendor.debit(newName(), 1, { provider_code: 'pragmati' })).msg, 'INVALID_USER');
  });

  test('callback: ids are numbers or text and stay as they were sent, also above 2^53', async () => {
    const id = '9223372036854775807';
    const written = JSON.stringify(vendor.call(vendor.slotOf({ txn_type: 'debit', bet_money: 1 })));
    const payload = written.replace('"slot":{', `"slot":{"round_id":${id},"txn_id":9007199254740993,`);
    const headers = { 'content-type': 'application/json' };
    const { statusCode, body } = await games.server.app.inject({
      method: 'POST',
      url: '/gold_api',
      payload,
      headers,
    });
    assert.equal(statusCode, 200, body);
    assert.equal((await vendor.credit('9007199254740993', 2, { round_id: id })).status, 1);
    assert.deepEqual(await vendor.round(id), { state: 'SETTLED', bet: 1, win: 2, game: 'g1' });
  });

  test('callback: the figure that the type does not name may be anything', async () => {
    const before = await games.balance();
    const id = newName();
    assert.equal((await vendor.debit(id, 1, { win_money: 0.00001 })).status, 1);
    for (const [index, odd] of [null, -5, 'none', {}, 1e308, '0,5'].entries())
      assert.equal(
        (await vendor.credit(`${id}-${index}`, 2, { round_id: id, bet_money: odd })).status,
        1,
        `figure ${index}`,
      );
    assert.equal(await games.balance(), before - 1 + 12);
  });

  test('callback: amounts as text or with rounding noise are read, but none below the unit', async () => {
    const before = await games.balance();
    const id = newName();
    assert.equal((await vendor.debit(id, '2.00')).status, 1);
    assert.equal((await vendor.debit(newName(), 0.02 * 7 * 25)).status, 1);
    assert.equal((await vendor.debit(newName(), 0.1 + 0.2)).status, 1);
    assert.equal((await vendor.credit(id, 2.0999999999999996)).status, 1);
    assert.equal(await games.balance(), Math.round((before - 2 - 3.5 - 0.3 + 2.1) * 1e6) / 1e6);
    for (const amount of [0.0125, '0.0125', 1.00000001, -1, '1,5', '', null, true]) {
      const answer = await vendor.debit(newName(), amount);
      assert.equal(answer.msg, 'INVALID_PARAMETER', String(amount));
      assert.match(answer.detail ?? '', /bet_money/);
    }
    const other = { win: '1.50', win_money: undefined };
    assert.equal((await vendor.credit(`${id}-2`, undefined, { round_id: id, ...other })).status, 1);
  });

  test('callback: an amount with an exponent or separators is read unless it has two meanings', async () => {
    const id = newName();
    const before = await games.balance();
    // As encoders of decimals in Java and number_format in PHP write 20, 0 and 1234.5.
    assert.equal((await vendor.debit(id, '2E+1')).status, 1);
    assert.equal((await vendor.credit(`${id}-lost`, '0E-8', { round_id: id })).status, 1);
    assert.equal((await vendor.credit(`${id}-won`, '1,234.50', { round_id: id })).status, 1);
    assert.equal(await games.balance(), before + 1_214.5);
    for (const amount of ['1,234', '1.234,50', '1E-4', '1E+400']) {
      const answer = await vendor.credit(`${id}-odd`, amount, { round_id: id });
      assert.equal(answer.msg, 'INVALID_PARAMETER', amount);
      assert.match(answer.detail ?? '', /win_money \(no amount in decimal\)/);
    }
    assert.equal(await games.balance(), before + 1_214.5);
  });

  test('callback: bodies as public senders of the family write them are accepted', async () => {
    const before = await games.balance();
    const round = newName();
    const common = {
      ...AGENT,
      agent_balance: 1000000.0,
      user_code: `U${games.player}`,
      user_balance: 50000.0,
    };
    const slot = { provider_code: 'PRAGMATIC', game_code: 'fortune-tiger', type: 'BASE' };
    const bodies = [
      {
        ...common,
        game_type: 'slot',
        slot: {
          ...slot,
          round_id: round,
          bet: 2.0,
          win: 5.0,
          txn_id: `${round}-1`,
          txn_type: 'debit_credit',
          user_before_balance: 100.0,
          user_after_balance: 103.0,
          is_round_finished: true,
        },
      },
      {
        ...common,
        user_total_credit: 0.0,
        user_total_debit: 100.0,
        game_type: 'slot',
        slot: {
          ...slot,
          game_code: '2',
          round_id: 1764316800123,
          is_round_finished: false,
          bet: 1,
          win: 0,
          txn_id: `${round}-2`,
          txn_type: 'DEBIT',
          created_at: '2026-11-28T08:00:00.000Z',
        },
      },
    ];
    for (const body of bodies)
      assert.equal((await vendor.post('/gold_api/game_callback', body)).body.status, 1);
    assert.equal(await games.balance(), before + 2);
  });

  test('callback: twelve fields that no document has are ignored', async () => {
    const unknown = Object.fromEntries(
      Array.from({ length: 12 }, (_, index) => [`field_${index}`, { index }]),
    );
    const body = { ...AGENT, user_code: `u${games.player}`, ...unknown };
    const slot = {
      provider_code: 'PRAGMATIC',
      game_code: 'g1',
      txn_type: 'debit',
      txn_id: newName(),
      bet: 1,
    };
    const answer = await vendor.post('/gold_api/game_callback', {
      ...body,
      game_type: 'slot',
      slot: { ...slot, ...unknown },
    });
    assert.equal(answer.body.status, 1);
  });

  test('callback: the secret in a header is accepted beside and instead of that of the body', async () => {
    const ask = { method: 'user_balance', user_code: `u${games.player}` };
    const right = { 'agent-secret': AGENT.agent_secret };
    assert.equal((await vendor.post('/gold_api', { ...ask, agent_code: 'palier' }, right)).body.status, 1);
    assert.equal((await vendor.post('/gold_api', ask, right)).body.status, 1);
    const wrong = await vendor.post('/gold_api', ask, { 'agent-secret': 'wrong' });
    assert.deepEqual(wrong, { status: 200, body: { status: 0, msg: 'INVALID_AGENT' } });
  });
});

describe('addresses of callbacks', () => {
  const games = useGames();
  const vendor = vendorOf(games);
  const readMetric = async (name: string): Promise<number> => {
    const { body } = await games.server.app.inject('/metrics');
    return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1]);
  };

  test('callback: an odd address is answered, and counted as wrong', async () => {
    const before = await games.balance();
    const wrong = ['//gold_api', '/gold_api/', '/GOLD_API', '/gold_api/transaction', '/gold_api/v2/any/'];
    const counted = await readMetric('palier_wallet_wrong_addresses_total');
    for (const url of wrong) {
      const fields = vendor.slotOf({ txn_type: 'debit', txn_id: newName(), bet_money: 1 });
      const { status, body } = await vendor.post(url, vendor.call(fields));
      assert.deepEqual([status, body.status], [200, 1], url);
    }
    assert.equal(await games.balance(), before - wrong.length);
    assert.equal(await readMetric('palier_wallet_wrong_addresses_total'), counted + wrong.length);
  });

  test('callback: the address or the content names the method where the body names none', async () => {
    const before = await games.balance();
    const bodyOf = () => ({
      ...vendor.call(vendor.slotOf({ txn_type: 'debit', txn_id: newName(), bet: 1 })),
      method: undefined,
    });
    for (const url of ['/gold_api/transaction', '/gold_api/user_balance', '/gold_api/money_callback'])
      assert.equal((await vendor.post(url, bodyOf())).body.status, 1, url);
    assert.equal(await games.balance(), before - 3);
    const { body } = await vendor.post('/gold_api/anything', bodyOf());
    assert.deepEqual(body, {
      status: 0,
      msg: 'INVALID_PARAMETER',
      detail: 'missing or not understood: method',
    });
    const stranger = await vendor.post('/gold_api/anything', { user_code: 'u1' });
    assert.deepEqual(stranger.body, { status: 0, msg: 'INVALID_AGENT' });
  });
});

describe('bodies of callbacks', () => {
  const games = useGames();
  const vendor = vendorOf(games);
  const inject = async (payload: string | Buffer, headers: Record<string, string>, url = '/gold_api') => {
    const answer = await games.server.app.inject({ method: 'POST', url, headers, payload });
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
  };
  const JSON_TYPE = { 'content-type': 'application/json' };
  const debit = (more: object = {}) => ({
    ...vendor.call(vendor.slotOf({ txn_type: 'debit', txn_id: newName(), bet_money: 1 })),
    ...more,
  });

  test('callback: JSON of any content type, with a byte order mark or of 250 kB is read', async () => {
    const before = await games.balance();
    const types = [
      'text/plain',
      'application/x-www-form-urlencoded',
      'text/json; charset=utf-8',
      '',
      'nonsense',
    ];
    for (const type of types) {
      const { body } = await inject(JSON.stringify(debit()), type === '' ? {} : { 'content-type': type });
      assert.equal(body.status, 1, type);
    }
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    assert.equal((await inject(encodeURIComponent(JSON.stringify(debit())), form)).body.status, 1);
    assert.equal((await inject(`\ufeff${JSON.stringify(debit())}`, JSON_TYPE)).body.status, 1);
    for (const kilobytes of [70, 250]) {
      const info = 'x'.repeat(kilobytes * 1_000);
      assert.equal((await inject(JSON.stringify(debit({ info })), JSON_TYPE)).body.status, 1);
    }
    assert.equal(await games.balance(), before - types.length - 4);
  });

  test('callback: a body that was not read gets a status that vendors repeat, and no balance', async () => {
    const whole = JSON.stringify(debit());
    const cases: [string | Buffer, Record<string, string>, number][] = [
      [whole.slice(0, -1), JSON_TYPE, 400],
      ['', JSON_TYPE, 400],
      ['', {}, 400],
      ['[]', JSON_TYPE, 400],
      [whole.replace('{', '{"agent_code":"other",'), JSON_TYPE, 400],
      [Buffer.from(whole.replace('palier', 'palier\xe9'), 'latin1'), JSON_TYPE, 400],
      [gzipSync(whole), { ...JSON_TYPE, 'content-encoding': 'gzip' }, 400],
      ['method=transaction&user_code=u4', { 'content-type': 'application/x-www-form-urlencoded' }, 400],
      [JSON.stringify(debit({ info: 'x'.repeat(256 * 1024) })), JSON_TYPE, 413],
    ];
    for (const url of ['/gold_api', '/gold_api/game_callback', '/gold_api/flat', '/gold_api/any'])
      for (const [payload, headers, expected] of cases) {
        const { status, body } = await inject(payload, headers, url);
        assert.equal(status, expected, `${url} ${payload.slice(0, 20).toString()}`);
        assert.match(String(body.detail), /not read.*256 kB/);
        assert.deepEqual(body, { status: 0, msg: 'INTERNAL_ERROR', detail: body.detail });
      }
  });

  test('callback: an invalid body that was read gets a final refusal without a balance', async () => {
    const { status, body } = await inject(JSON.stringify(debit({ slot: { txn_id: 'x' } })), JSON_TYPE);
    assert.deepEqual([status, body.msg, 'user_balance' in body], [200, 'INVALID_PARAMETER', false]);
    assert.match(String(body.detail), /slot\.provider_code, slot\.game_code, slot\.txn_type/);
  });
});

describe('identity of movements', () => {
  const games = useGames();
  const vendor = vendorOf(games);

  test('movement: a stake and a win under one id are two movements, each done once', async () => {
    const before = await games.balance();
    const id = newName();
    for (let repeat = 0; repeat < 2; repeat += 1) {
      assert.equal((await vendor.debit(id, 2, { round_id: id })).user_balance, before - 2);
      assert.equal((await vendor.credit(id, 5, { round_id: id })).user_balance, before + 3);
    }
    assert.equal(await games.balance(), before + 3);
    assert.deepEqual(await vendor.findings(id), []);
  });

  test('movement: the second id tells two stakes and two wins of one id apart', async () => {
    const before = await games.balance();
    const round = newName();
    const second = (txn_id_v2: string) => ({ round_id: round, txn_id_v2: `${round}-${txn_id_v2}` });
    for (let repeat = 0; repeat < 2; repeat += 1) {
      assert.equal((await vendor.debit(round, 2, second('a'))).status, 1);
      assert.equal((await vendor.debit(round, 2, second('b'))).status, 1);
      assert.equal((await vendor.credit(round, 5, second('c'))).status, 1);
      assert.equal((await vendor.credit(round, 5, second('d'))).status, 1);
    }
    assert.equal(await games.balance(), before - 4 + 10);
  });

  test('movement: a win that was paid under one of its ids is a repeat under the other', async () => {
    const before = await games.balance();
    const round = newName();
    const second = (txn_id_v2: string) => ({ round_id: round, txn_id_v2: `${round}-${txn_id_v2}` });
    await vendor.debit(round, 2, second('a'));
    assert.equal((await vendor.credit(round, 5, { round_id: round })).status, 1);
    const late = await vendor.credit(round, 5, second('c'));
    assert.deepEqual(late, { status: 1, user_balance: before + 3 });
    assert.equal(await games.balance(), before + 3);
    assert.deepEqual(await vendor.credit(round, 5, second('c')), late);
    assert.equal((await vendor.credit(round, 5, second('d'))).user_balance, before + 8);
    assert.equal(await games.balance(), before + 8);
  });

  test('movement: a used id with another amount, round, type or player is refused and reported', async () => {
    const before = await games.balance();
    const other = await games.otherPlayer();
    const [id, round] = [newName(), newName()];
    await vendor.debit(id, 2, { round_id: round });
    const refused = [
      await vendor.debit(id, 3, { round_id: round }),
      await vendor.debit(id, 2, { round_id: `${round}-2` }),
      await vendor.both(id, 2, 4, { round_id: round }),
      await games.send({ txn: id, round, bet: 2, user: other }),
    ];
    for (const answer of refused) {
      assert.deepEqual([answer.status, answer.msg], [0, 'INVALID_PARAMETER']);
      assert.match(answer.detail ?? '', /id was used/);
    }
    assert.equal((await vendor.debit(id, 2, { round_id: round })).status, 1);
    assert.equal(await games.balance(), before - 2);
    const sql = "select count(*)::int from game_findings where kind = 'reused-id' and subject = $1";
    // Of two players; the newest content of each.
    assert.equal(await readValue(games.server.owner, sql, [`PRAGMATIC ${id}`]), 2);
    assert.deepEqual(await vendor.findings(round), ['reused-id 4', 'reused-id 2']);
  });

  test('movement: a repeat that names the game in another way is the same movement', async () => {
    const before = await games.balance();
    const id = newName();
    await vendor.debit(id, 2, { game_code: 'G1' });
    assert.deepEqual(await vendor.debit(id, 2, { game_code: 'g1' }), { status: 1, user_balance: before - 2 });
  });
});

describe('movements identified by txn_id alone', () => {
  const games = useGames({ PROVIDER_MOVEMENT_ID: 'txn_id' });
  const vendor = vendorOf(games);
  test('movement: a win under the id of its stake is refused and reported', async () => {
    const before = await games.balance();
    const id = newName();
    await vendor.debit(id, 2);
    const answer = await vendor.credit(id, 5);
    assert.deepEqual([answer.status, answer.msg], [0, 'INVALID_PARAMETER']);
    assert.deepEqual(await vendor.findings(id), ['reused-id 5']);
    assert.equal((await vendor.credit(newName(), 5, { round_id: id })).status, 1);
    assert.equal(await games.balance(), before + 3);
  });
});

describe('rounds of vendors', () => {
  const games = useGames();
  const vendor = vendorOf(games);

  test('gamble: a settled round takes a stake and its win, and is open between them', async () => {
    const before = await games.balance();
    const round = newName();
    const of = { round_id: round };
    await vendor.both(newName(), 1, 2, of);
    assert.equal((await vendor.round(round)).state, 'SETTLED');
    assert.equal((await vendor.debit(newName(), 2, of)).status, 1);
    assert.equal((await vendor.round(round)).state, 'OPEN');
    assert.equal((await vendor.credit(newName(), 4, of)).status, 1);
    assert.deepEqual(await vendor.round(round), { state: 'SETTLED', bet: 3, win: 6, game: 'g1' });
    assert.equal(await games.balance(), before + 3);
    assert.deepEqual(await vendor.findings(round), []);
    const contributions =
      'select count(*)::int from provider_transactions where round_id = $1 and contribution_micros > 0';
    assert.equal(await readValue(games.server.owner, contributions, [round]), 2);
  });

  test('gamble: its stake can be rolled back after an earlier win, but not after a later one', async () => {
    const before = await games.balance();
    const round = newName();
    const of = { round_id: round };
    const gamble = (txn: string) => ({ txn: `${round}-${txn}`, round });
    await vendor.both(`${round}-spin`, 1, 2, of);
    for (const stake of ['g0', 'g1']) await vendor.debit(`${round}-${stake}`, 2, of);
    assert.equal((await games.send({ ...gamble('rb0'), ref: `${round}-g0` })).status, 1);
    assert.equal((await vendor.round(round)).state, 'OPEN');
    assert.equal((await games.send({ ...gamble('rb1'), ref: `${round}-g1` })).status, 1);
    assert.deepEqual(await vendor.round(round), { state: 'SETTLED', bet: 1, win: 2, game: 'g1' });
    assert.equal(await games.balance(), before + 1);
    await vendor.debit(`${round}-g2`, 2, of);
    await vendor.credit(`${round}-w2`, 4, of);
    for (const ref of ['g2', 'spin', 'w2'])
      assert.equal((await games.send({ ...gamble(`rb-${ref}`), ref: `${round}-${ref}` })).status, 0, ref);
    assert.equal(await games.balance(), before + 3);
  });

  test('refused stake: a win that names it is refused, and others of the round are paid', async () => {
    const round = newName();
    const of = { round_id: round };
    await vendor.debit(`${round}-a`, 1, of);
    const before = await games.balance();
    const refused = await vendor.debit(`${round}-b`, before + 1, of);
    assert.deepEqual(refused, { status: 0, user_balance: before, msg: 'INSUFFICIENT_USER_FUNDS' });
    const named = [
      await vendor.credit(`${round}-b`, 9, of),
      await vendor.credit(`${round}-c`, 9, { ...of, ref_txn_id: `${round}-b` }),
    ];
    for (const answer of named) {
      assert.deepEqual([answer.msg, answer.user_balance], ['INVALID_PARAMETER', before]);
      assert.match(answer.detail ?? '', /stake of this win was refused/);
    }
    assert.equal((await vendor.credit(`${round}-d`, 4, of)).user_balance, before + 4);
    assert.deepEqual(await vendor.findings(round), [
      'refused-win 9',
      'refused-win 9',
      'win-after-refused-stake 4',
    ]);
    assert.equal(await games.balance(), before + 4);
  });

  test('refused stake: no win of its round is paid until another stake is taken', async () => {
    const round = newName();
    const of = { round_id: round };
    const before = await games.balance();
    assert.equal((await vendor.debit(`${round}-a`, before + 1, of)).msg, 'INSUFFICIENT_USER_FUNDS');
    assert.equal((await vendor.credit(`${round}-w`, 7, of)).msg, 'INVALID_PARAMETER');
    assert.equal((await vendor.debit(`${round}-b`, 1, of)).status, 1);
    assert.equal((await vendor.credit(`${round}-w`, 7, of)).status, 1);
    assert.equal(await games.balance(), before + 6);
    assert.deepEqual(await vendor.findings(round), ['refused-win 7', 'win-after-refused-stake 7']);
  });

  test('refused stake: the answers are the same if its movements come in one batch', async () => {
    const round = newName();
    const of = { round_id: round };
    const before = await games.balance();
    const answers = await Promise.all([
      vendor.debit(`${round}-a`, 1, of),
      vendor.debit(`${round}-b`, before + 1, of),
      vendor.credit(`${round}-b`, 9, of),
      vendor.credit(`${round}-d`, 4, of),
    ]);
    assert.deepEqual(
      answers.map(({ msg }) => msg),
      [undefined, 'INSUFFICIENT_USER_FUNDS', 'INVALID_PARAMETER', undefined],
    );
    assert.deepEqual(await vendor.findings(round), ['refused-win 9', 'win-after-refused-stake 4']);
  });

  test('free spin: its win without a stake is refused and reported, and a loss is accepted', async () => {
    const before = await games.balance();
    const [spin, late] = [newName(), newName()];
    const free = { type: 'FREE' };
    for (const answer of [await vendor.both(spin, 0, 7, free), await vendor.credit(late, 8, free)]) {
      assert.deepEqual([answer.status, answer.msg, answer.user_balance], [0, 'INVALID_PARAMETER', before]);
      assert.match(answer.detail ?? '', /no stake stands/);
    }
    assert.deepEqual(await vendor.findings(spin), ['refused-win 7']);
    assert.deepEqual(await vendor.findings(late), ['refused-win 8']);
    const lost = newName();
    assert.equal((await vendor.both(lost, 0, 0, free)).status, 1);
    assert.deepEqual(await vendor.findings(lost), []);
    assert.equal(await games.balance(), before);
  });

  test('free spin: a bet of 0 and its win in a round of their own are a stake and a win', async () => {
    const before = await games.balance();
    const round = newName();
    assert.equal((await vendor.debit(`${round}-a`, 0, { round_id: round, type: 'FREE' })).status, 1);
    assert.equal((await vendor.credit(`${round}-b`, 3, { round_id: round, type: 'FREE' })).status, 1);
    assert.equal(await games.balance(), before + 3);
    assert.deepEqual(await vendor.findings(round), []);
  });

  test('refused win: its finding is withdrawn when its stake comes late and the win is paid', async () => {
    const round = newName();
    const of = { round_id: round };
    assert.equal((await vendor.credit(`${round}-w`, 3, of)).status, 0);
    assert.deepEqual(await vendor.findings(round), ['refused-win 3']);
    await vendor.debit(`${round}-s`, 1, of);
    assert.equal((await vendor.credit(`${round}-w`, 3, of)).status, 1);
    const { withdrawPaidWins } = await import('../../src/games/reconciliation/finding.repository');
    await withdrawPaidWins(games.server.pool);
    assert.deepEqual(await vendor.findings(round), []);
  });

  test('correction: a debit takes a win back after the session, and feeds no jackpot', async () => {
    const round = newName();
    await vendor.both(round, 1, 9, { round_id: round });
    const before = await games.balance();
    const { pool, owner, accountOf } = games.server;
    await owner.query('update users set active = false where id = $1', [games.player]);
    const player = { userId: games.player, accountId: await accountOf('client') };
    const movement = {
      kind: 'GAME',
      providerCode: 'PRAGMATIC',
      gameCode: 'g1',
      roundId: round,
      transactionId: `${round}-correction`,
      bet: 4_000_000n,
      win: 0n,
      settles: true,
      isCorrection: true,
    } as const;
    const wallet = {
      ledger: createLedgerWriter(pool),
      accounts: createPlayerAccounts(pool),
      announcer: silentAnnouncer,
    };
    for (let repeat = 0; repeat < 2; repeat += 1)
      assert.equal((await applyGameMovement(wallet, player, movement)).ok, true);
    await owner.query('update users set active = true where id = $1', [games.player]);
    assert.equal(await games.balance(), before - 4);
    const sql = 'select contribution_micros::int from provider_transactions where transaction_id = $1';
    assert.equal(await readValue(owner, sql, [`${round}-correction`]), 0);
  });

  test('rounds of vendors: the ledger is correct after all tests of these rounds', async () => {
    assert.equal(await verifyLedger(games.server.owner), null);
  });
});

describe('free wins with a ceiling', () => {
  const games = useGames({ PROVIDER_FREE_WIN_LIMIT_TND: '20' });
  const vendor = vendorOf(games);

  test('free win: it is paid up to the ceiling, once, and is a finding', async () => {
    const before = await games.balance();
    const paid: [string, (id: string) => Promise<{ status: number }>][] = [
      ['free spin', (id) => vendor.both(id, 0, 7, { round_id: id, type: 'FREE' })],
      ['free spins', (id) => vendor.credit(id, 7, { round_id: id, type: 'FREE_SPIN' })],
      ['prize', (id) => vendor.credit(id, 7, { round_id: id, type: 'tournament' })],
      ['win without a round', (id) => vendor.credit(id, 7)],
    ];
    for (const [name, send] of paid) {
      const id = newName();
      for (let repeat = 0; repeat < 2; repeat += 1) assert.equal((await send(id)).status, 1, name);
      assert.deepEqual(await vendor.findings(id), ['free-win 7'], name);
    }
    assert.equal(await games.balance(), before + 28);
    const above = newName();
    assert.equal((await vendor.credit(above, 20.001, { type: 'FREE' })).msg, 'INVALID_PARAMETER');
    assert.deepEqual(await vendor.findings(above), ['refused-win 20.001']);
    assert.equal((await vendor.credit(newName(), 20, { type: 'FREE' })).status, 1);
  });

  test('free win: neither an ordinary win nor one of a void or refused round is paid as one', async () => {
    const [base, voided, poor] = [newName(), newName(), newName()];
    await vendor.debit(`${voided}-s`, 1, { round_id: voided });
    await games.send({ txn: `${voided}-rb`, round: voided, ref: `${voided}-s` });
    const before = await games.balance();
    await vendor.debit(poor, before + 1);
    for (const answer of [
      await vendor.credit(`${base}-w`, 7, { round_id: base }),
      await vendor.credit(`${voided}-w`, 7, { round_id: voided, type: 'FREE' }),
      await vendor.credit(poor, 7, { type: 'FREE' }),
    ])
      assert.equal(answer.msg, 'INVALID_PARAMETER');
    assert.equal(await games.balance(), before);
  });

  test('free win: further wins and a stake are taken in a free round', async () => {
    const before = await games.balance();
    const round = newName();
    const of = { round_id: round, type: 'FREE' };
    for (const txn of ['a', 'b']) assert.equal((await vendor.credit(`${round}-${txn}`, 2, of)).status, 1);
    assert.equal((await vendor.debit(`${round}-s`, 1, { round_id: round })).status, 1);
    assert.deepEqual(await vendor.round(round), { state: 'OPEN', bet: 1, win: 4, game: 'g1' });
    assert.equal(await games.balance(), before + 3);
  });

  test('free wins: the ledger is correct after all tests of free wins', async () => {
    assert.equal(await verifyLedger(games.server.owner), null);
  });
});

describe('unknown outcomes', () => {
  const games = useGames();
  const vendor = vendorOf(games);
  const FORMS = ['/gold_api', '/gold_api/game_callback', '/gold_api/flat', '/gold_api/transaction'];
  const bodyFor = (url: string, txn_id: string): object => {
    const fields = { txn_type: 'debit', txn_id, bet_money: 1, bet: 1 };
    const { slot, ...shape } = vendor.slotOf(fields);
    return vendor.call(url.endsWith('flat') ? slot : { ...shape, slot });
  };
  const unknown = { status: 500, body: { status: 0, msg: 'INTERNAL_ERROR' } };

  /**
   * A connection on which the statements of the ledger lose their answers. Those of jobs, which come at any
   * time and give a third argument, keep them.
   */
  const losesAnswers = (client: PoolClient): PoolClient =>
    new Proxy(client, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        if (name !== 'query') return member.bind(target) as unknown;
        return (statement: string, ...rest: readonly unknown[]): unknown => {
          const [done] = rest;
          return typeof done === 'function'
            ? target.query(statement, () =>
                (done as (error: Error) => void)(new Error('Connection terminated')),
              )
            : Reflect.apply(member, target, [statement, ...rest]);
        };
      },
    });

  /** Replaces what the pool answers to the ledger's function. */
  const breakLedger = (context: TestContext, fault: Error) => {
    const { pool } = games.server;
    const connect = pool.connect.bind(pool);
    context.mock.method(pool, 'connect', (callback?: (error: Error) => void) => {
      if (callback === undefined) return connect();
      callback(fault);
      return undefined;
    });
  };

  for (const [name, error] of [
    ['the connection is lost', new Error('Connection terminated unexpectedly')],
    ['the pool is full', new Error('timeout exceeded when trying to connect')],
    ['the database is stopping', Object.assign(new Error('terminating connection'), { code: '57P01' })],
    ['the disk is full', Object.assign(new Error('no space'), { code: '53100' })],
    ['the database reads only', Object.assign(new Error('read-only transaction'), { code: '25006' })],
    ['a deadlock ends the statement', Object.assign(new Error('deadlock detected'), { code: '40P01' })],
  ] as const)
    test(`unknown outcome: every dialect answers HTTP 500 and no balance when ${name}`, async (context) => {
      const before = await games.balance();
      breakLedger(context, error);
      const ids = FORMS.map(newName);
      for (const [index, url] of FORMS.entries())
        assert.deepEqual(await vendor.post(url, bodyFor(url, ids[index]!)), unknown, url);
      context.mock.restoreAll();
      for (const [index, url] of FORMS.entries())
        assert.equal((await vendor.post(url, bodyFor(url, ids[index]!))).body.status, 1, url);
      assert.equal(await games.balance(), before - FORMS.length);
    });

  test('unknown outcome: a lost answer is HTTP 500, and a repeat is done once', async (context) => {
    const before = await games.balance();
    const { pool } = games.server;
    const id = newName();
    const connect = pool.connect.bind(pool);
    context.mock.method(pool, 'connect', (callback?: (...answer: unknown[]) => void) => {
      if (callback === undefined) return connect();
      return connect((error, client, release) => {
        if (client === undefined) return callback(error, client, release);
        callback(error, losesAnswers(client), release);
      });
    });
    assert.deepEqual(await vendor.post('/gold_api', bodyFor('/gold_api', id)), unknown);
    context.mock.restoreAll();
    assert.equal((await vendor.post('/gold_api', bodyFor('/gold_api', id))).body.user_balance, before - 1);
    assert.equal(await games.balance(), before - 1);
  });

  test('unknown outcome: a balance that cannot be read is HTTP 500 and never 0', async (context) => {
    context.mock.method(games.server.pool, 'query', () => Promise.reject(new Error('Query read timeout')));
    const ask = { ...AGENT, method: 'user_balance', user_code: `u${games.player}` };
    for (const url of ['/gold_api', '/gold_api/user_balance', '/gold_api/flat'])
      assert.deepEqual(await vendor.post(url, ask), unknown, url);
  });
});
