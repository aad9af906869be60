import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { countRowsRead, readRow, rolledBack } from '../database';
import { setTimeout as wait } from 'node:timers/promises';
import fastify from 'fastify';
import { reasonOf } from '../../src/operator/printed-text';
import { verifyLedger } from '../../src/operator/verify';
import { closeRound } from '../../src/games/reconciliation/end-round';
import {
  listOpenRounds,
  listActiveStakes,
  storeChecks,
} from '../../src/games/reconciliation/open-round.repository';
import { compareEndedRounds } from '../../src/games/reconciliation/compare-ended-rounds.use-case';
import { startReconciling } from '../../src/games/reconciliation/job';
import { reconcileRounds } from '../../src/games/reconciliation/reconcile-rounds.use-case';
import type { App } from '../../src/http/app-type';
import { addMetrics } from '../../src/observability/metrics';
import { applyGameMovements } from '../../src/ledger/ledger.repository';
import { logEntry, reconciliationServices, startGames, useGames } from './games-provider';

const NO_LOG = { warn: () => undefined, info: () => undefined, error: () => undefined };

interface Facts {
  readonly round?: string;
  readonly repair?: string;
  readonly rounds?: number;
}

// The server's own job must not ask the provider meanwhile.
const games = useGames({ PROVIDER_RECONCILE_AFTER_S: '86400' });

describe('reconciliation', () => {
  /** A log with more pages than are read; any other log has one page. */
  const ENDLESS: readonly unknown[] = [];
  const pageOf = (log: readonly unknown[], page = 0): unknown[] => {
    if (log === ENDLESS) return logEntry(`listed${page}`, {});
    return page === 0 ? log.flat() : [];
  };
  const servicesOf = () => reconciliationServices(games);
  /** Answers the player's slot log with pages of rounds, and any other log with no rounds. */
  const answerLog = (log: (page: number, hours: number) => readonly unknown[]): void => {
    games.answerOperator = ({ method, user_code, game_type, start, end, page = 0 }) => {
      if (method !== 'get_game_log' || user_code !== `u${games.player}` || game_type !== 'slot')
        return { status: 1, live: [] };
      const hours = (Date.parse(`${end}Z`) - Date.parse(`${start}Z`)) / 3_600_000;
      return { status: 1, slot: log(page, hours).flat() };
    };
  };
  /** Answers every log of every player with the same rounds. */
  const answerAll = (log: readonly unknown[]): void => {
    games.answerOperator = ({ game_type: type, page }) => ({ status: 1, [type!]: pageOf(log, page) });
  };
  /** Reconciles by the provider's answers; each round with its repair. */
  const run = async (forgottenAfterMs = 1e9, includesChecked = true) => {
    const repaired = await reconcileRounds(servicesOf(), {
      olderThanMs: 0,
      includesChecked,
      forgottenAfterMs,
    });
    return Object.fromEntries(repaired!.map(({ round, repair }) => [round.roundId, repair]));
  };
  const reconcile = (
    log: readonly unknown[] | ((hours: number) => readonly unknown[]),
    forgottenAfterMs?: number,
    includesChecked?: boolean,
  ) => {
    answerLog((page, hours) => pageOf(typeof log === 'function' ? log(hours) : log, page));
    return run(forgottenAfterMs, includesChecked);
  };
  const repairsOf = (found: Record<string, unknown>, rounds: readonly string[]) =>
    rounds.map((round) => found[round]);
  const stake = async (...rounds: string[]): Promise<void> => {
    for (const round of rounds) await games.send({ txn: `${round}-bet`, round, bet: 1 });
  };

  test('reconciliation: it pays wins once, closes lost rounds, and leaves the rest to people', async () => {
    const before = await games.balance();
    const rounds = ['won', 'won-twice', 'lost', 'altered', 'more', 'nowhere'];
    await stake(...rounds);
    const log = [
      logEntry('won', { win: 2.5 }),
      logEntry('won-twice', { win: 1 }),
      logEntry('won-twice', { win: 2, winId: 'won-twice-later' }).slice(1),
      logEntry('lost', {}),
      logEntry('altered', { bet: 7 }),
      logEntry('more', {}),
      // A stake that the ledger refused or never received, of the same bet.
      logEntry('more', { bet: 3 }),
    ];
    // The period is ten minutes wider on both sides.
    const found = await reconcile((hours) => (hours >= 1 / 3 ? log : []));
    const repairs = ['paid', 'paid', 'closed', 'differs', 'differs', 'unknown'];
    assert.deepEqual(repairsOf(found, rounds), repairs);
    assert.equal(await games.balance(), before - 6 + 2.5 + 3);
    // The lost callbacks arrive late.
    assert.equal((await games.send({ txn: 'won-credit', round: 'won', type: 'credit', win: 2.5 })).status, 1);
    assert.equal(await games.balance(), before - 6 + 2.5 + 3);
    const again = await reconcile(log);
    assert.equal(again.won ?? again.lost ?? again['won-twice'], undefined);
    const mended = await reconcile([logEntry('altered', {}), logEntry('more', {})]);
    assert.deepEqual(repairsOf(mended, ['altered', 'more']), ['closed', 'closed']);
  });
  test('reconciliation: a stake that the provider does not know for too long is returned', async () => {
    const before = await games.balance();
    assert.equal((await reconcile([], 0)).nowhere, 'refunded');
    assert.ok((await games.balance()) > before);
  });
  test('reconciliation: a win whose id nothing names is paid to the last stake before it', async () => {
    for (const round of ['series1', 'series2']) await games.send({ txn: `${round}-bet`, round, bet: 1 });
    const before = await games.balance();
    const dated = (round: string, minute: number, facts: object = {}) =>
      logEntry(round, { created_at: `2026-11-28 10:0${minute}:00`, ...facts });
    const win = dated('elsewhere', 1, { win: 4, winId: 'own-id-of-the-win' }).slice(1);
    // The newest entries come first.
    const found = await reconcile([dated('series2', 2), win, dated('series1', 0)]);
    assert.deepEqual([found.series1, found.series2], ['paid', 'closed']);
    assert.equal(await games.balance(), before + 4);
    const late = { txn: 'own-id-of-the-win', round: 'series1', type: 'credit', win: 4 };
    assert.equal((await games.send(late)).status, 1);
    assert.equal(await games.balance(), before + 4);
  });
  test('reconciliation: the round of two bets is found by the id that the log has for both', async () => {
    const round = '1700000000123';
    for (const [second, bet] of [
      ['a1', 1],
      ['a2', 2],
    ] as const)
      await games.sendRaw({
        txn_id: round,
        txn_id_v2: second,
        round_id: round,
        txn_type: 'debit',
        bet_money: bet,
      });
    const before = await games.balance();
    const log = [
      logEntry('crash1', { betId: round, bet: 2 }),
      logEntry('crash2', { betId: round, winId: round, bet: 1, win: 3 }),
    ];
    assert.equal((await reconcile(log))[round], 'paid');
    assert.equal(await games.balance(), before + 3);
    // Its callback has the second id.
    const late = { txn_id: round, txn_id_v2: 'a3', round_id: round, txn_type: 'credit', win_money: 3 };
    assert.equal((await games.sendRaw(late)).status, 1);
    assert.equal(await games.balance(), before + 3);
  });
  test('reconciliation: only the stake that the log lacks is returned, after a day', async () => {
    for (const [txn, bet] of [
      ['one-of-two', 1],
      ['two-of-two', 2],
    ] as const)
      await games.send({ txn, round: 'half-logged', bet });
    const before = await games.balance();
    const log = [logEntry('half-logged', { betId: 'one-of-two' })];
    assert.equal((await reconcile(log))['half-logged'], 'unknown');
    assert.equal((await reconcile(log, 0))['half-logged'], 'refunded');
    assert.equal(await games.balance(), before + 2);
    assert.equal((await reconcile(log))['half-logged'], 'closed');
  });
  test('reconciliation: no stake returns while the log has the same amount under an unknown id', async () => {
    await stake('renamed');
    const before = await games.balance();
    const log = [logEntry('by-another-name', { betId: 'another-id' })];
    assert.equal((await reconcile(log, 0)).renamed, 'differs');
    assert.equal(await games.balance(), before);
    assert.equal((await reconcile([logEntry('renamed', {})])).renamed, 'closed');
  });
  test('reconciliation: a bet on sport stays open until a day has passed', async () => {
    const bet = { txn_id: 'match-bet', round_id: 'match', txn_type: 'debit', bet_money: 1 };
    assert.equal((await games.sendRaw(bet, 'SB')).status, 1);
    games.answerOperator = ({ method, user_code, game_type, page = 0 }) => ({
      status: 1,
      [game_type ?? '']:
        method === 'get_game_log' && user_code === `u${games.player}` && game_type === 'SB'
          ? pageOf([logEntry('match', {})], page)
          : [],
    });
    assert.equal((await run()).match, 'pending');
    assert.equal((await run(0)).match, 'closed');
  });
  test('reconciliation: a bet of the flat dialect is looked for in the lists of all types', async () => {
    const { body } = await games.server.call('POST', '/gold_api/flat/transaction', undefined, {
      agent_code: 'palier',
      agent_secret: 'palier-demo-secret',
      user_code: `u${games.player}`,
      provider_code: 'PRAGMATIC',
      game_code: 'g1',
      round_id: 'flat-mini',
      txn_id: 'flat-mini-bet',
      txn_type: 'debit',
      bet: 1,
    });
    assert.equal((body as { status?: unknown }).status, 1);
    games.answerOperator = ({ user_code, game_type, page = 0 }) => {
      if (game_type === 'FT') return { status: 0, msg: 'INVALID_PARAMETER' };
      const isListed = user_code === `u${games.player}` && game_type === 'MN';
      return { status: 1, [game_type!]: isListed ? pageOf([logEntry('flat-mini', {})], page) : [] };
    };
    assert.equal((await run(0))['flat-mini'], 'closed');
  });
  test('reconciliation: a round is found even if the provider’s date is hours away', async () => {
    await stake('shifted', 'owed-far', 'none');
    const before = await games.balance();
    const found = await reconcile(
      (hours) =>
        hours > 24
          ? [logEntry('shifted', {}), logEntry('owed-far', { win: 4, winId: 'owed-far-credit' })]
          : [],
      0,
    );
    assert.deepEqual([found.shifted, found['owed-far'], found.none], ['closed', 'paid', 'refunded']);
    assert.equal(await games.balance(), before + 4 + 1);
  });
  test('reconciliation: no stake is refunded if the wider log cannot be read', async () => {
    const rounds = ['unsure1', 'unsure2', 'unsure3'];
    await stake(...rounds);
    const before = await games.balance();
    let wider = 0;
    const found = await reconcile((hours) => {
      if (hours <= 24) return [];
      wider += 1;
      return ['no round'];
    }, 0);
    assert.deepEqual(new Set(repairsOf(found, rounds)), new Set(['unanswered']));
    assert.equal(wider, 1);
    assert.equal(await games.balance(), before);
    const log = rounds.map((round) => logEntry(round, {}));
    assert.equal((await reconcile(log, 1e9, false)).unsure1, 'closed');
  });
  test('reconciliation: no stake is refunded early if the process clock is days ahead', async (t) => {
    await stake('fresh');
    const now = Date.now;
    t.mock.method(Date, 'now', () => now() + 48 * 3_600_000);
    assert.equal((await reconcile([], 24 * 3_600_000)).fresh, 'unknown');
    t.mock.restoreAll();
    assert.equal((await reconcile([logEntry('fresh', {})])).fresh, 'closed');
  });
  const makeOlder = (round: string, hours: number) =>
    games.server.owner.query(
      `update rounds set opened_at = opened_at - $2 * interval '1 hour', checked_at = null
          where round_id = $1`,
      [round, hours],
    );
  test('reconciliation: no stake is refunded that stands on a page after a short one', async () => {
    const rounds = ['page0', 'page1', 'page2'];
    await stake(...rounds);
    const before = await games.balance();
    answerLog((page) => rounds.slice(page, page + 1).map((round) => logEntry(round, {})));
    assert.deepEqual(repairsOf(await run(0), rounds), ['closed', 'closed', 'closed']);
    assert.equal(await games.balance(), before);
  });
  for (const [vendor, pageFor] of [
    ['ignores pages', () => 0],
    ['counts its pages from 1', (page: number) => Math.max(0, page - 1)],
    ['answers page 0 without entries', (page: number) => page - 1],
  ] as const)
    test(`reconciliation: no stake is refunded wrongly if the vendor ${vendor}`, async () => {
      const name = vendor.replaceAll(' ', '-');
      const rounds = [`${name}-lost`, `${name}-won`, `${name}-unseen`];
      await stake(...rounds);
      const before = await games.balance();
      const shown = [
        [
          logEntry(`${name}-lost`, {}),
          logEntry(`${name}-won`, { win: 3, winId: `${name}-won-credit` }),
        ].flat(),
        logEntry(`${name}-unseen`, {}),
      ];
      let calls = 0;
      answerLog((page) => {
        calls += 1;
        return shown[pageFor(page)] ?? [];
      });
      const repairs = ['closed', 'paid', vendor === 'ignores pages' ? 'unanswered' : 'closed'];
      assert.deepEqual(repairsOf(await run(0), rounds), repairs);
      assert.ok(calls < 10, `${calls} calls`);
      assert.equal(await games.balance(), before + 3);
      await reconcile([logEntry(`${name}-unseen`, {})]);
    });
  for (const [what, total] of [
    ['the entries of the page', 2],
    ['the number of pages', 1],
    ['0', 0],
    ['no number', 'unknown'],
    ['a number as text', '2.0'],
  ] as const)
    test(`reconciliation: reading goes on to the last page if total_count is ${what}`, async () => {
      const rounds = [0, 1, 2].map((page) => `total-${String(total)}-${page}`);
      await stake(...rounds);
      const before = await games.balance();
      games.answerOperator = ({ user_code, game_type, page = 0 }) => {
        const round = user_code === `u${games.player}` && game_type === 'slot' ? rounds[page] : undefined;
        const entries = round === undefined ? [] : logEntry(round, { win: 1 });
        return { status: 1, [game_type!]: entries, total_count: total };
      };
      assert.deepEqual(repairsOf(await run(0), rounds), ['paid', 'paid', 'paid']);
      assert.equal(await games.balance(), before + 3);
    });
  for (const [what, change] of [
    ['types in capitals', (entry) => ({ ...entry, txn_type: String(entry.txn_type).toUpperCase() })],
    ['players in capitals', (entry) => ({ ...entry, user_code: `U${games.player}` })],
    ['providers in another case', (entry) => ({ ...entry, provider_code: 'Pragmatic' })],
    ['amounts with an exponent', (entry) => ({ ...entry, bet_money: '1E+0', win_money: '5E+0' })],
    ['one number for a stake and its win', (entry) => ({ ...entry, history_id: 4711 })],
  ] as readonly [string, (entry: Readonly<Record<string, unknown>>) => object][])
    test(`reconciliation: the win of a round is paid if the log has ${what}`, async () => {
      const round = what.replaceAll(' ', '-');
      await stake(round);
      const before = await games.balance();
      const log = logEntry(round, { win: 5 }).map((entry) => change(entry as Record<string, unknown>));
      assert.equal((await reconcile([log], 0))[round], 'paid');
      assert.equal(await games.balance(), before + 5);
    });
  test('reconciliation: entries that two game providers number alike are both read', async () => {
    await stake('numbered');
    const before = await games.balance();
    const other = logEntry('elsewhere', { history_id: 4712, provider_code: 'SPRIBE', bet: 3 });
    const pages = [other, logEntry('numbered', { history_id: 4712, win: 2 })];
    answerLog((page) => pages[page] ?? []);
    assert.equal((await run(0)).numbered, 'paid');
    assert.equal(await games.balance(), before + 2);
  });
  test('reconciliation: two equal wins of one id without numbers are left to people', async () => {
    await stake('twins');
    const before = await games.balance();
    const plain = { history_id: null, winId: 'twins-bet', win: 4 };
    const log = [...logEntry('twins', plain), ...logEntry('twins', plain).slice(1)];
    assert.equal((await reconcile([log])).twins, 'differs');
    assert.equal(await games.balance(), before);
    assert.equal((await reconcile([logEntry('twins', {})])).twins, 'closed');
  });
  test('reconciliation: a stake that the log names otherwise is not returned', async () => {
    for (const bet of [1, 2]) await games.send({ txn: `several-${bet}`, round: 'several', bet });
    const before = await games.balance();
    const first = logEntry('several', { betId: 'several-1' });
    const log = [first, logEntry('by-another-name', { betId: 'another-id', bet: 2 })];
    assert.equal((await reconcile(log, 0)).several, 'differs');
    assert.equal(await games.balance(), before);
    assert.equal(
      (await reconcile([first, logEntry('several', { betId: 'several-2', bet: 2 })])).several,
      'closed',
    );
  });
  for (const [what, empty] of [
    ['a refusal that says so', { status: 0, msg: 'No data found' }],
    ['an object with numbers as names', {}],
  ] as const)
    test(`reconciliation: the pages before an empty page that is ${what} are read`, async () => {
      const round = `ends-with-${what.replaceAll(' ', '-')}`;
      await stake(round);
      const before = await games.balance();
      games.answerOperator = ({ user_code, game_type, page }) =>
        user_code === `u${games.player}` && game_type === 'slot' && page === 0
          ? { status: 1, slot: { ...logEntry(round, { win: 2 }) } }
          : { status: 1, [game_type!]: [], ...empty };
      assert.equal((await run(0))[round], 'paid');
      assert.equal(await games.balance(), before + 2);
    });
  for (const msg of ['Invalid game type.', 'Invalid parameter', 'Game type not found', 'UNSUPPORTED_TYPE'])
    test(`reconciliation: the other lists are read if a further type is refused with "${msg}"`, async () => {
      const round = `refused-${msg.replaceAll(/\W/g, '-')}`;
      await stake(round);
      games.answerOperator = ({ user_code, game_type, page = 0 }) => {
        if (game_type !== 'slot' && game_type !== 'live') return { status: 0, msg };
        const isListed = user_code === `u${games.player}` && game_type === 'slot';
        return { status: 1, [game_type]: isListed ? pageOf([logEntry(round, {})], page) : [] };
      };
      assert.equal((await run())[round], 'closed');
    });
  test('reconciliation: an old round is read separately when it makes the log too long', async () => {
    await stake('stuck', 'older', 'owed');
    await makeOlder('stuck', 72);
    await makeOlder('older', 60);
    const before = await games.balance();
    const found = await reconcile((hours) =>
      hours > 13
        ? ENDLESS
        : [
            logEntry('stuck', { bet: 9 }),
            logEntry('older', { win: 2, winId: 'older-credit' }),
            logEntry('owed', { win: 3, winId: 'owed-credit' }),
          ],
    );
    assert.deepEqual([found.stuck, found.older, found.owed], ['differs', 'paid', 'paid']);
    assert.equal(await games.balance(), before + 5);
    assert.equal((await reconcile([logEntry('stuck', {})])).stuck, 'closed');
  });
  test('reconciliation: a round whose own log is too long is retried no sooner than others', async () => {
    await stake('crowded');
    await makeOlder('crowded', 72);
    assert.equal((await reconcile(ENDLESS, 0)).crowded, 'unanswered');
    const log = [logEntry('crowded', {})];
    assert.equal((await reconcile(log, 1e9, false)).crowded, undefined);
    assert.equal((await reconcile(log)).crowded, 'closed');
  });
  test('reconciliation job: unreadable rounds and missing answers are logged', async () => {
    await stake('noted');
    await makeOlder('noted', 2);
    for (const [answer, isExpected] of [
      [ENDLESS, ({ round }: Facts) => round === 'noted'],
      [[logEntry('noted', { win: 0.0001 })], ({ repair }: Facts) => repair === 'unreadable'],
      ['<html>', ({ rounds = 0 }: Facts) => rounds > 0],
    ] as const) {
      await makeOlder('noted', 0);
      if (typeof answer === 'string') games.answerOperator = () => answer;
      else answerAll(answer);
      await new Promise<void>((resolve) => {
        const check = (facts: object): void => {
          if (isExpected(facts)) resolve(stop());
        };
        const log = { warn: check, info: () => undefined, error: check };
        const stop = startReconciling(servicesOf(), log, { olderThanS: 0.1 });
      });
    }
    assert.equal((await reconcile([logEntry('noted', {})])).noted, 'closed');
  });
  test('reconciliation metrics: disputed rounds are counted separately and hide no open one', async () => {
    for (const [round, hours] of [
      ['quarrel', 100],
      ['garbled', 90],
      ['waiting', 2],
    ] as const) {
      await stake(round);
      await makeOlder(round, hours);
    }
    const metrics = async (): Promise<{ disputed: number; oldestHours: number }> => {
      const app = fastify() as unknown as App;
      addMetrics(app, games.server.pool, undefined);
      const { body } = await app.inject('/metrics');
      await app.close();
      const valueOf = (name: string): number => Number(new RegExp(`^${name} (.*)$`, 'm').exec(body)?.[1]);
      return {
        disputed: valueOf('palier_rounds_disputed'),
        oldestHours: Math.floor(valueOf('palier_rounds_oldest_open_seconds') / 3600),
      };
    };
    const listed = await listOpenRounds(games.server.pool, { olderThanMs: 0, includesChecked: true });
    assert.deepEqual(
      listed.slice(0, 2).map(({ roundId }) => roundId),
      ['quarrel', 'garbled'],
    );
    await reconcile([logEntry('quarrel', { bet: 7 }), logEntry('garbled', { win: 0.0001 })]);
    assert.deepEqual(await metrics(), { disputed: 2, oldestHours: 2 });
    // A log without these rounds changes nothing.
    games.answerOperator = ({ game_type: type }) => ({ status: 1, [type!]: logEntry('elsewhere', {}) });
    assert.deepEqual(new Set(Object.values(await run())), new Set(['unanswered']));
    assert.deepEqual(await metrics(), { disputed: 2, oldestHours: 2 });
    await reconcile(['quarrel', 'garbled', 'waiting'].map((round) => logEntry(round, {})));
    assert.deepEqual(await metrics(), { disputed: 0, oldestHours: 0 });
  });
  for (const [what, round, answer] of [
    ['is longer than is read', 'beyond', ENDLESS],
    ['has an unknown field name', 'misnamed', { status: 1, data: logEntry('misnamed', {}) }],
    ['has an entry that is no object', 'malformed', ['an entry']],
    ['is no JSON', 'unparsed', '<html>'],
    ['is neither of slots nor of live games', 'neither', { status: 1, rounds: [] }],
    ['is refused by the provider', 'refused-log', { status: 0, msg: 'INTERNAL_ERROR' }],
    ['is of an unknown player', 'unknown-player', { status: 0, msg: 'INVALID_USER' }],
  ] as const)
    test(`reconciliation: no money moves if the log ${what}`, async () => {
      await stake(round);
      const before = await games.balance();
      games.answerOperator = ({ game_type: type, page }) =>
        Array.isArray(answer) ? { status: 1, [type!]: pageOf(answer, page) } : answer;
      assert.deepEqual(new Set(Object.values(await run(0))), new Set(['unanswered']));
      assert.equal(await games.balance(), before);
      assert.equal((await reconcile([logEntry(round, {})]))[round], 'closed');
    });
  test('reconciliation: every digit of a 64-bit id is read, which callbacks have as a text', async () => {
    const SNOWFLAKE = '1234567890123456789';
    await stake('snowflake');
    const before = await games.balance();
    const text = JSON.stringify(logEntry('snowflake', { win: 5, winId: SNOWFLAKE })).replaceAll(
      `"${SNOWFLAKE}"`,
      SNOWFLAKE,
    );
    games.answerOperator = ({ user_code, game_type, page }) => {
      const isListed = user_code === `u${games.player}` && game_type === 'slot' && page === 0;
      return `{"status":1,"${game_type}":${isListed ? text : '[]'}}`;
    };
    assert.equal((await run()).snowflake, 'paid');
    const win = { txn: SNOWFLAKE, round: 'snowflake', type: 'credit', win: 5 };
    assert.equal((await games.send(win)).status, 1);
    assert.equal(await games.balance(), before + 5);
  });
  for (const [how, winId] of [
    ['as an empty text', ''],
    ['not at all', undefined],
  ] as const)
    test(`reconciliation: a win that the log names ${how} is paid only by its callback, once`, async () => {
      const round = `named-${how.replaceAll(' ', '-')}`;
      await stake(round);
      const before = await games.balance();
      const log = logEntry(round, { win: 5, winId: winId ?? null, round_id: round });
      assert.equal((await reconcile([log]))[round], 'unreadable');
      const win = { txn: `${round}-win`, round, type: 'credit', win: 5 };
      assert.equal((await games.send(win)).status, 1);
      assert.equal(await games.balance(), before + 5);
    });
  test('reconciliation: a win with the id of its stake is paid, and its callback is a repeat', async () => {
    await stake('one-id');
    const before = await games.balance();
    const found = await reconcile([logEntry('one-id', { win: 5, winId: 'one-id-bet' })]);
    assert.equal(found['one-id'], 'paid');
    const win = { txn: 'one-id-bet', round: 'one-id', type: 'credit', win: 5 };
    assert.equal((await games.send(win)).status, 1);
    assert.equal(await games.balance(), before + 5);
  });
  test('reconciliation: only the stake that was not rolled back before is refunded', async () => {
    const before = await games.balance();
    for (const txn of ['half1', 'half2']) await games.send({ txn, round: 'half', bet: 2 });
    await games.send({ txn: 'half-rb', round: 'half', ref: 'half1' });
    assert.equal((await reconcile([], 0)).half, 'refunded');
    assert.equal(await games.balance(), before);
    assert.equal((await games.send({ txn: 'half2', round: 'half', bet: 2 })).status, 0);
  });
  test('reconciliation: the age of a round id starts again after a rollback', async () => {
    await games.send({ txn: 'again-first', round: 'again', bet: 1 });
    assert.equal((await reconcile([logEntry('again', { betId: 'again-first' })])).again, 'closed');
    await makeOlder('again', 48);
    assert.equal((await games.send({ txn: 'again-void', round: 'again', ref: 'again-first' })).status, 1);
    assert.equal((await games.send({ txn: 'again-bet', round: 'again', bet: 2 })).status, 1);
    const before = await games.balance();
    assert.equal((await reconcile([], 24 * 3_600_000)).again, 'unknown');
    assert.equal((await reconcile([logEntry('again', { bet: 2 })])).again, 'closed');
    assert.equal((await reconcile([])).again, undefined);
    assert.equal(await games.balance(), before);
  });
  test('reconciliation: an index finds the stakes of a round in a year of transactions', async () => {
    const DAYS = 365;
    const A_DAY = 300;
    await games.server.owner.query(
      `insert into provider_transactions (provider_code, transaction_id, round_id, player_account_id,
                                          fingerprint, bet_micros, win_micros, answer, created_at, is_stake)
         select 'PRAGMATIC', 'year' || n, 'year' || n, 1, '', 1, 0, '{"ok": false}',
                now() - ($1::int - n / $2::float8) * interval '1 day', true
           from generate_series(1, $1::int * $2::int) n`,
      [DAYS, A_DAY],
    );
    await games.server.owner.query('vacuum analyze provider_transactions');
    await games.send({ txn: 'found', round: 'sought', bet: 1 });
    const [round] = (
      await listOpenRounds(games.server.pool, { olderThanMs: 0, includesChecked: true })
    ).filter(({ roundId }) => roundId === 'sought');
    await rolledBack(games.server.owner, async (client) => {
      // Rows read by parallel workers are not counted, and the planner may prefer a sequential scan of a
      // table this small.
      await client.query('set local max_parallel_workers_per_gather = 0; set local enable_seqscan = off');
      // A refused stake, another player's, and one of before the round was opened.
      await client.query(
        `insert into provider_transactions (provider_code, transaction_id, round_id, player_account_id,
                                            fingerprint, bet_micros, win_micros, answer, created_at, is_stake)
           select 'PRAGMATIC', 'sought' || n, 'sought', account, '', 1, 0, jsonb_build_object('ok', n <> 1),
                  now() - days * interval '1 day', true
             from (values (1, $1::int, 0), (2, 1, 0), (3, $1, 1)) other (n, account, days)`,
        [round!.accountId],
      );
      const before = await countRowsRead(client, 'provider_transactions');
      assert.deepEqual(
        (await listActiveStakes(client, round!)).map(({ transactionId }) => transactionId),
        ['found'],
      );
      const read = (await countRowsRead(client, 'provider_transactions')) - before;
      assert.ok(read < (DAYS * A_DAY) / 5, `${read} rows`);
    });
    assert.equal((await reconcile([], 0)).sought, 'refunded');
    await games.server.owner.query("delete from provider_transactions where round_id like 'year%'");
  });
  test('reconciliation: a callback that arrives while the log is read is not paid twice', async () => {
    for (const round of ['two-wins', 'two-bets']) await games.send({ txn: `${round}-1`, round, bet: 1 });
    const before = await games.balance();
    games.answerOperator = () => ({ status: 1, slot: [] });
    const services = servicesOf();
    const { readLog } = services.logReader;
    services.logReader.readLog = async (period) => {
      if (period.userCode === `u${games.player}`) {
        await games.send({ txn: 'two-wins-2', round: 'two-wins', type: 'credit', win: 2 });
        await games.send({ txn: 'two-bets-2', round: 'two-bets', bet: 1 });
        const log = [
          logEntry('two-wins', { betId: 'two-wins-1', win: 2, winId: 'two-wins-2' }),
          logEntry('two-wins', { win: 3, winId: 'two-wins-3' }).slice(1),
          logEntry('two-bets', { betId: 'two-bets-1' }),
          logEntry('two-bets', { betId: 'two-bets-2' }),
        ];
        answerAll(log);
      }
      return readLog(period);
    };
    const repaired = await reconcileRounds(services, { olderThanMs: 0, includesChecked: true });
    const found = Object.fromEntries(repaired!.map(({ round, repair }) => [round.roundId, repair]));
    assert.deepEqual([found['two-wins'], found['two-bets']], ['closed', 'closed']);
    assert.equal(await games.balance(), before + 2 - 1);
    await games.send({ txn: 'two-wins-3', round: 'two-wins', type: 'credit', win: 3 });
    assert.equal(await games.balance(), before + 2 - 1 + 3);
  });
  test('reconciliation: a round differs if its win is paid while its lost stakes are refunded', async () => {
    await stake('overtaken');
    const before = await games.balance();
    answerLog(() => []);
    const services = servicesOf();
    const { applyGame } = services.ledger;
    services.ledger.applyGame = async (movement) => {
      if (movement.roundId === 'overtaken')
        await games.send({ txn: 'overtaken-win', round: 'overtaken', type: 'credit', win: 2 });
      return applyGame(movement);
    };
    const repaired = await reconcileRounds(services, {
      olderThanMs: 0,
      includesChecked: true,
      forgottenAfterMs: 0,
    });
    assert.equal(repaired!.find(({ round }) => round.roundId === 'overtaken')?.repair, 'differs');
    assert.equal(await games.balance(), before + 2);
  });
  test('reconciliation: storing checks while a batch writes the same rounds does not deadlock', async () => {
    const { owner, pool } = games.server;
    const accounts = await readRow<{ houseAccountId: number; playerAccountId: number }>(
      owner,
      `select ensure_house_account('PRAGMATIC') as "houseAccountId", account_id as "playerAccountId"
        from users where id = $1`,
      [games.player],
    );
    const names = Array.from({ length: 80 }, (_, index) => `crowd${String(index).padStart(3, '0')}`);
    const stake = (txn: string, rounds: readonly string[]) =>
      applyGameMovements(
        pool,
        rounds.map((roundId) => ({
          kind: 'GAME',
          providerCode: 'PRAGMATIC',
          ...accounts,
          gameCode: 'g1',
          transactionId: `${roundId} ${txn}`,
          roundId,
          fingerprint: roundId,
          bet: 1n,
          win: 0n,
          settles: false,
        })),
      );
    await stake('first', names);
    const crowd = (await listOpenRounds(pool, { olderThanMs: 0, includesChecked: true }))
      .filter(({ roundId }) => roundId.startsWith('crowd'))
      .sort((a, b) => a.roundId.localeCompare(b.roundId));
    const checks = crowd.map((round) => ({ round, isDisputed: false }));
    for (let turn = 0; turn < 10; turn += 1) {
      let isWritten = false;
      const written = stake(`turn${turn}`, [...names].reverse()).finally(() => (isWritten = true));
      while (!isWritten) await storeChecks(pool, checks);
      await written;
    }
    for (const round of crowd) await closeRound(servicesOf(), round);
  });
  test('reconciliation: a round that cannot be repaired stops no others, and is repaired later', async () => {
    await stake('bad', 'good');
    const before = await games.balance();
    await games.server.owner.query(`
      create function refuse_round() returns trigger
        language plpgsql as 'begin raise exception ''no room for %'', new.round_id; end';
      create trigger refuse_round before update on rounds for each row
        when (new.round_id = 'bad' and new.state <> 'OPEN')
        execute function refuse_round()`);
    const log = ['bad', 'good'].map((round) => logEntry(round, { win: 2, winId: `${round}-credit` }));
    const found = await reconcile(log);
    assert.equal(found.bad, 'failed');
    assert.equal(found.good, 'paid');
    assert.equal(await games.balance(), before + 2);
    await games.server.owner.query('drop trigger refuse_round on rounds; drop function refuse_round');
    assert.equal((await reconcile(log)).bad, 'paid');
    assert.equal(await games.balance(), before + 4);
  });
  test('reconciliation: only the round whose entry has an invalid field stays unchanged', async () => {
    const rounds = ['tiny', 'huge', 'minus', 'finer', 'voided', 'fine', 'unsaid'];
    await stake(...rounds);
    const before = await games.balance();
    const found = await reconcile(
      [
        logEntry('tiny', { win: 0.0001, winId: 'tiny-bet' }),
        logEntry('huge', { bet: 1e308 }),
        logEntry('minus', { win: -1, winId: 'minus-bet' }),
        logEntry('finer', { bet: 1.0001 }),
        logEntry('voided', { txn_type: 'void' }),
        logEntry('fine', { win: 2 }),
      ],
      0,
    );
    assert.deepEqual(repairsOf(found, rounds), [
      'unreadable',
      'unreadable',
      'unreadable',
      'unreadable',
      'unreadable',
      'paid',
      'refunded',
    ]);
    assert.equal(await games.balance(), before + 3);
    const mended = rounds.slice(0, 5).map((round) => logEntry(round, {}));
    assert.equal((await reconcile(mended)).tiny, 'closed');
    assert.equal(await games.balance(), before + 3);
  });
  test('reconcile command: the operator reads the code of the aggregator or the parse error', async () => {
    const reasonWith = async (answer: string): Promise<string> => {
      games.answerOperator = () => answer;
      const period = { userCode: 'u1', from: new Date(), to: new Date() };
      return servicesOf()
        .logReader.readLog(period)
        .then(() => 'read', reasonOf);
    };
    assert.equal(
      await reasonWith('{"status":0,"msg":"UNAUTHORIZED"}'),
      'UNAUTHORIZED (check PROVIDER_AGENT_CODE and PROVIDER_AGENT_TOKEN)',
    );
    assert.match(await reasonWith('<html>'), /JSON/);
    assert.match(await reasonWith('{"status":1,"rounds":[]}'), /^the round log has no list slot or live/);
    assert.equal(reasonOf(new Error('two\n lines')), 'two lines');
    assert.equal(
      reasonOf(new Error('an order to\u001b[2J the\u009b terminal')),
      'an order to [2J the terminal',
    );
  });
  test('reconciliation: a round that two players of a live table lost is closed for both', async () => {
    const other = await games.otherPlayer();
    for (const user of [games.player, other])
      assert.equal((await games.send({ txn: `live-bet-${user}`, round: 'live', bet: 1, user })).status, 1);
    // As of two stakes in one batch.
    await games.server.owner.query("update rounds set opened_at = now() where round_id = 'live'");
    games.answerOperator = ({ user_code, page }) => ({
      status: 1,
      slot: pageOf([logEntry('live', { betId: `live-bet-${user_code!.slice(1)}` })], page),
    });
    const repaired = await reconcileRounds(servicesOf(), { olderThanMs: 0, includesChecked: true });
    assert.deepEqual(
      repaired!.filter(({ round }) => round.roundId === 'live').map(({ repair }) => repair),
      ['closed', 'closed'],
    );
  });
  test('reconciliation job: the next run follows at once if rounds are left', async (t) => {
    const MANY = 2_100;
    const { owner } = games.server;
    await owner.query(
      `insert into rounds (provider_code, round_id, player_account_id, game_code, state, opened_at,
                           stake_count)
         select 'PRAGMATIC', 'many' || n, account_id, 'g1', 'OPEN', now() - interval '1 h', 1
           from users, generate_series(1, $2::int) n where id = $1`,
      [games.player, MANY],
    );
    games.answerOperator = () => '<html>';
    const countRequested = async (includesChecked: boolean) =>
      Object.keys(await run(1e9, includesChecked)).filter((id) => id.startsWith('many')).length;
    assert.equal(await countRequested(true), MANY);
    assert.ok((await countRequested(false)) <= 2_000);

    answerLog(() => []);
    const PAUSE_MS = 7_000;
    const delays: (number | undefined)[] = [];
    const { setTimeout: wait } = globalThis;
    t.mock.method(globalThis, 'setTimeout', (work: () => void, delayMs?: number, ...rest: []) => {
      delays.push(delayMs);
      return wait(work, delayMs === PAUSE_MS && pauses() === 1 ? 0 : delayMs, ...rest);
    });
    const pauses = (): number => delays.filter((delayMs) => delayMs === PAUSE_MS).length;
    const stop = startReconciling(servicesOf(), NO_LOG, { olderThanS: PAUSE_MS / 1_000 });
    try {
      // The first pause comes before the first run, the second after the last.
      while (pauses() < 2) await new Promise((resolve) => wait(resolve, 20));
      const { rowCount } = await owner.query(
        "select from rounds where round_id like 'many%' and checked_at is null",
      );
      assert.equal(rowCount, 0);
    } finally {
      stop();
      await owner.query("delete from rounds where round_id like 'many%'");
    }
  });
  test('reconciliation job: no further player is requested once the server stops', async () => {
    const users = [games.player, await games.otherPlayer()];
    for (const user of users)
      await games.send({ txn: `stop-bet-${user}`, round: `stop${user}`, bet: 1, user });
    await games.server.owner.query("update rounds set opened_at = now() - interval '1 h', checked_at = null");
    const asked = new Set<string>();
    let stop = (): void => undefined;
    const first = new Promise<void>((resolve) => {
      games.answerOperator = ({ method, user_code }) => {
        // The server also refreshes its list of games meanwhile.
        if (method !== 'get_game_log') return { status: 1 };
        asked.add(user_code!);
        stop();
        resolve();
        return { status: 1, slot: [] };
      };
    });
    stop = startReconciling(servicesOf(), NO_LOG, { olderThanS: 0.1 });
    await first;
    // The stopped run has ended once another can begin; this one takes no round.
    while ((await reconcileRounds(servicesOf(), { olderThanMs: 1e12 })) === null) await wait(20);
    assert.equal(asked.size, 1);
    const settled = users.map((user) => logEntry(`stop${user}`, { betId: `stop-bet-${user}` }));
    answerAll(settled);
    await run();
  });
  test('reconciliation job: a running server repairs open rounds by itself', async () => {
    const other = await startGames({ PROVIDER_RECONCILE_AFTER_S: '1' });
    try {
      const log = [logEntry('by-itself', { win: 3, winId: 'by-itself-credit' })];
      other.answerOperator = ({ game_type: type, page }) => ({ status: 1, [type!]: pageOf(log, page) });
      const before = await other.balance();
      await other.send({ txn: 'by-itself-bet', round: 'by-itself', bet: 1 });
      for (let waited = 0; waited < 60_000 && (await other.balance()) < before; waited += 100)
        await wait(100);
      assert.equal(await other.balance(), before + 2);
    } finally {
      await other.stop();
    }
  });
  test('ended rounds: a log that is too long is read in parts', async () => {
    await stake('parts');
    await games.send({ txn: 'parts-end', round: 'parts', type: 'credit' });
    const log = [logEntry('parts', { win: 3, winId: 'parts-win' })];
    let longest = 0;
    answerLog((page, hours) => {
      longest = Math.max(longest, hours);
      return pageOf(hours > longest / 4 ? ENDLESS : log, page);
    });
    const { repaired } = (await compareEndedRounds(servicesOf(), 1, { youngestMs: 0 }))!;
    assert.deepEqual(
      repaired.map(({ round, repair }) => [round.roundId, repair]),
      [['parts', 'paid']],
    );
  });
  test('reconciliation: the ledger is correct after all tests of this file', async () => {
    assert.equal(await verifyLedger(games.server.owner), null);
  });
});
