import assert from 'node:assert/strict';
import { beforeEach, describe, test, type TestContext } from 'node:test';
import { toMicros } from '@palier/shared/money';
import { setTimeout as wait } from 'node:timers/promises';
import fastify from 'fastify';
import { compareEndedRounds } from '../../src/games/reconciliation/compare-ended-rounds.use-case';
import { storeWinsAboveLimits } from '../../src/games/reconciliation/finding.repository';
import { LogTooLong, type LoggedTransaction } from '../../src/games/port';
import { startWatchingWins } from '../../src/games/reconciliation/watch-wins.job';
import { createApp } from '../../src/app';
import type { App } from '../../src/http/app-type';
import { addMetrics } from '../../src/observability/metrics';
import { UsageError } from '../../src/operator/operator-command';
import { applyAgentMovements } from '../../src/ledger/ledger.repository';
import { findings } from '../../src/operator/findings';
import { reconcile as reconcileCommand } from '../../src/operator/reconcile';
import { readColumn, readRow, readValue } from '../database';
import { logEntry, reconciliationServices, useGames } from './games-provider';

interface Entry {
  readonly user?: number;
  readonly round: string;
  /** The age of the round by the provider's clock. */
  readonly minutes?: number;
  readonly [field: string]: unknown;
}

const games = useGames({ PROVIDER_RECONCILE_AFTER_S: '86400' }, async () => {
  const { PROVIDER_URL, PROVIDER_AGENT_TOKEN, PROVIDER_SECRET, JWT_SECRET } = games.config();
  environment = { PROVIDER_URL, PROVIDER_AGENT_TOKEN, PROVIDER_SECRET, JWT_SECRET };
  environment.DATABASE_URL = 'postgresql://x';
});
/** The provider's rounds: of the player, unless an entry names another user. */
let log: Entry[];
/** The logs that were requested: user, hours of the period, game type and page. */
let requests: { user: string; hours: number; type: string; page: number }[];
/** The environment of the commands. */
let environment: NodeJS.ProcessEnv;
beforeEach(async () => {
  await games.server.owner.query(
    'delete from rounds; delete from provider_transactions; delete from game_findings',
  );
  log = [];
  requests = [];
  games.answerOperator = ({ method, user_code: user = '', game_type: type = '', start, end, page = 0 }) => {
    if (method !== 'get_game_log') return { status: 1 };
    const [from, to] = [Date.parse(`${start}Z`), Date.parse(`${end}Z`)];
    requests.push({ user, type, page, hours: (to - from) / 3_600_000 });
    const rounds = log.filter(({ user: of = games.player, minutes = 20 }) => {
      const began = Date.now() - minutes * 60_000;
      return user === `u${of}` && from <= began && began <= to;
    });
    return { status: 1, [type]: type === 'slot' && page === 0 ? rounds.flatMap(toLogEntry) : [] };
  };
});

/** The entries of a round; the win has the id of the callback that `play` sends. */
const toLogEntry = ({ round, user: _user, minutes: _minutes, ...more }: Entry) =>
  logEntry(round, { winId: `${round}-win`, ...more });

/** A settled round of the ledger that began some minutes ago. */
async function play(round: string, { win = 0, user = games.player, minutes = 20 } = {}): Promise<void> {
  await games.send({ txn: `${round}-bet`, round, bet: 1, user });
  const { status } = await games.send({ txn: `${round}-win`, round, type: 'credit', win, user });
  assert.equal(status, 1);
  await games.server.owner.query(
    "update rounds set opened_at = opened_at - $2 * interval '1 min' where round_id = $1",
    [round, minutes],
  );
}

/** The exit code of a command, and what it prints. */
async function capture(t: TestContext, run: () => Promise<number>): Promise<{ code: number; said: string }> {
  const write = t.mock.method(process.stdout, 'write', () => true);
  try {
    const code = await run();
    return { code, said: write.mock.calls.map(({ arguments: [text] }) => String(text)).join('') };
  } finally {
    write.mock.restore();
  }
}

const call = (options: object, words: string[] = []) => ({
  pool: games.server.owner,
  words,
  operator: 'samia',
  environment,
  options: {
    'older-than': '120',
    ...options,
  },
});
const reconcile = (t: TestContext, options: object = {}) =>
  capture(t, () => reconcileCommand.run(call({ ended: '1', ...options })));
const listFindings = (t: TestContext, ...words: string[]) => capture(t, () => findings.run(call({}, words)));

/** The gauges of findings. */
async function readGauges(): Promise<Record<string, number>> {
  const app = fastify() as unknown as App;
  addMetrics(app, games.server.pool, undefined);
  const { body } = await app.inject('/metrics');
  await app.close();
  const found = body.matchAll(/^palier_(rounds_unknown_to_provider|\w+_above_limit) (.*)$/gm);
  return Object.fromEntries([...found].map(([, name, value]) => [name, Number(value)]));
}
const NO_FINDINGS = { rounds_unknown_to_provider: 0, wins_above_limit: 0, player_days_above_limit: 0 };

const WIN = 12;
const LISTED: LoggedTransaction = {
  providerCode: 'PRAGMATIC',
  gameCode: 'g1',
  roundId: null,
  vendorId: 'listed-bet',
  transactionId: 'listed-bet',
  otherTransactionId: null,
  entryKey: 'listed-bet',
  historyId: null,
  loggedAt: null,
  isStake: true,
  isDecidedAtOnce: true,
  bet: 1n,
  win: 0n,
};

describe('comparison of ended rounds', () => {
  test('reconcile --ended: a forged win in a round without a log is named and exits 1', async (t) => {
    await play('known', { win: 2 });
    log = [{ round: 'known', win: 2 }];
    assert.deepEqual(await reconcile(t), { code: 0, said: '1 ended rounds, 0 to examine.\n' });
    assert.deepEqual(await readGauges(), NO_FINDINGS);
    await play('forged', { win: WIN });
    const { code, said } = await reconcile(t);
    assert.equal(code, 1);
    assert.match(said, /PRAGMATIC forged player u\d+ won 12 TND: UNKNOWN TO THE PROVIDER/);
    assert.deepEqual(await readGauges(), { ...NO_FINDINGS, rounds_unknown_to_provider: 1 });
    // The provider's log was late.
    log.push({ round: 'forged', win: WIN });
    assert.equal((await reconcile(t)).code, 0);
    assert.deepEqual(await readGauges(), NO_FINDINGS);
  });
  test('findings: a round that an operator has examined is no longer named or counted', async (t) => {
    await play('forged');
    await reconcile(t);
    const listed = await listFindings(t);
    assert.equal(listed.code, 1);
    const [, id = ''] = /^finding (\d+) /.exec(listed.said) ?? [];
    assert.deepEqual(await listFindings(t, 'examined', id), {
      code: 0,
      said: `Finding ${id}: examined, by samia.\n`,
    });
    await assert.rejects(listFindings(t, 'examined', id), /There is no finding/);
    await assert.rejects(listFindings(t, 'examined'), UsageError);
    assert.equal((await reconcile(t)).code, 0);
    assert.deepEqual(await listFindings(t), { code: 0, said: '0 findings to examine.\n' });
    assert.deepEqual(await readGauges(), NO_FINDINGS);
    // A further win is another matter.
    await games.send({ txn: 'forged-again', round: 'forged', type: 'credit', win: WIN });
    const again = /^finding (\d+) .*won 12 TND/m.exec((await reconcile(t)).said);
    assert.ok(Number(again?.[1]) > Number(id), 'the amount of a number never changes');
    assert.equal(
      await readValue(
        games.server.owner,
        `select count(*)::int from game_findings f join provider_transactions t
             on t.transaction_id = 'forged-again credit' and t.created_at = f.happened_at`,
      ),
      1,
    );
  });
  test('reconcile --ended: an unknown round is compared again after it has left the period', async (t) => {
    await play('forged');
    assert.equal((await reconcile(t)).code, 1);
    await games.server.owner.query("update provider_transactions set created_at = now() - interval '3 days'");
    assert.equal((await reconcile(t)).code, 1);
    log = [{ round: 'forged' }];
    assert.equal((await reconcile(t)).code, 0);
  });
  test('reconcile --ended: a win that was forged long ago is printed and exits 1', async (t) => {
    const minutes = 60 * 24 * 40;
    await play('old', { minutes });
    await games.send({ txn: 'forged-late', round: 'old', type: 'credit', win: WIN });
    log = [{ round: 'old', minutes }];
    const { code, said } = await reconcile(t);
    assert.equal(code, 1);
    assert.match(
      said,
      /old player u\d+ stake 1 TND, win 12 TND: LEDGER AND .* LOG DIFFER \(the log has no win forged-late/,
    );
    // The log of the hour, and that of the first day of the round: not those of the forty days between them.
    assert.ok(requests.every(({ user, hours }) => user !== `u${games.player}` || hours < 25));
  });
  test('reconcile --ended: a missing win is paid, and other amounts are left to people', async (t) => {
    await play('part', { win: 2 });
    await play('taken');
    const before = await games.balance();
    log = [
      { round: 'part', win: 2 },
      { round: 'part', win: 3, winId: 'part-rest' },
      { round: 'taken', bet: 7 },
    ];
    const { code, said } = await reconcile(t);
    assert.equal(code, 1);
    assert.match(said, /part player u\d+ stake 1 TND, win 2 TND: win paid/);
    assert.match(
      said,
      /taken player u\d+ stake 1 TND: LEDGER AND PROVIDER LOG DIFFER \(taken-bet has other amounts\)/,
    );
    assert.equal(await games.balance(), before + 3);
  });
  test('reconcile --ended: lost transactions with money are named and exit 1', async (t) => {
    await play('kept');
    // Of another game: a win that nothing names belongs to the last stake before it in its game.
    log = [
      { round: 'kept' },
      { round: 'lost', win: 7, winId: 'lost-win', game_code: 'g2' },
      { round: 'free', bet: 0 },
    ];
    const { code, said } = await reconcile(t);
    assert.equal(code, 1);
    assert.match(
      said,
      /lost-bet player u\d+: NOT IN THE LEDGER \(at the provider stake 1, win 0, transaction lost-bet\)/,
    );
    assert.match(
      said,
      /PRAGMATIC lost-win player u\d+: NOT IN THE LEDGER \(at the provider win 7, transaction lost-win\)/,
    );
    assert.match(said, /^1 ended rounds, 2 to examine\.$/m);
  });
  test('reconcile --ended --every-player: lost rounds of inactive players are named', async (t) => {
    const idle = await readValue<number>(
      games.server.owner,
      `select id from users where role = 'ROLE_CLIENT' and id <> $1 order by id limit 1`,
      [games.player],
    );
    log = [{ round: 'lost', user: idle }];
    assert.equal((await reconcile(t)).code, 0);
    const { code, said } = await reconcile(t, { 'every-player': true });
    assert.equal(code, 1);
    assert.match(said, new RegExp(`PRAGMATIC lost-bet player u${idle}: NOT IN THE LEDGER`));
    // A player without rounds costs two calls.
    assert.equal(requests.filter(({ user }) => user === `u${idle + 1}`).length, 2);
  });
  test('reconcile --ended: a round is compared even if it is dated in another time zone', async (t) => {
    await play('shifted', { win: 2 });
    log = [{ round: 'shifted', win: 2, minutes: 20 + 60 * 10 }];
    assert.deepEqual(await reconcile(t), { code: 0, said: '1 ended rounds, 0 to examine.\n' });
  });
  test('reconcile --ended: open, young, void and settled rounds are no findings', async (t) => {
    await play('young', { minutes: 1 });
    await play('border', { minutes: 59 });
    log = [
      { round: 'border', minutes: 63 },
      { round: 'open', bet: 2 },
      { round: 'young', minutes: 1, bet: 2 },
    ];
    await games.send({ txn: 'open-bet', round: 'open', bet: 1 });
    await games.send({ txn: 'void-bet', round: 'void', bet: 1 });
    await games.send({ txn: 'void-back', round: 'void', ref: 'void-bet' });
    await play('by-hand');
    await games.server.owner.query(
      "update rounds set opened_at = now() - interval '30 min' where round_id in ('void', 'open')",
    );
    await games.server.owner.query(
      "update provider_transactions set operator = 'samia' where transaction_id = 'by-hand-win credit'",
    );
    assert.deepEqual(await reconcile(t), { code: 0, said: '1 ended rounds, 0 to examine.\n' });
  });
  test('reconcile --ended: it exits 3 after few requests if the provider is silent', async (t) => {
    const { owner } = games.server;
    await owner.query(
      `insert into game_openings (user_id, provider_code, game_code)
         select id, 'PRAGMATIC', 'g2' from users where role = 'ROLE_CLIENT' order by id limit 30`,
    );
    t.after(() => owner.query("delete from game_openings where game_code = 'g2'"));
    let calls = 0;
    games.answerOperator = () => {
      calls += 1;
      return '<html>';
    };
    const { code, said } = await reconcile(t);
    assert.equal(code, 3);
    assert.equal(calls, 5);
    assert.match(said, /^2\d more players not compared: the provider does not answer, or too slowly$/m);
  });
  test('reconcile --ended: it ends in its time and counts the players that are left', async () => {
    await play('of-late');
    const comparison = await compareEndedRounds(reconciliationServices(games), 1, { longestMs: 0 });
    assert.ok(comparison!.skipped > 0);
    assert.equal(requests.length, 0);
  });
  test('reconcile --ended: it does nothing while another process compares', async () => {
    const services = reconciliationServices(games);
    const { readLog } = services.logReader;
    const meanwhile = new Set<unknown>();
    services.logReader.readLog = async (period) => {
      meanwhile.add(await compareEndedRounds(reconciliationServices(games), 1));
      return readLog(period);
    };
    await play('once');
    await compareEndedRounds(services, 1);
    assert.deepEqual([...meanwhile], [null]);
  });
  test('reconcile --ended: an unknown player or a repeated page exits 1 without findings', async (t) => {
    await play('of-nobody');
    games.answerOperator = () => ({ status: 0, msg: 'INVALID_USER' });
    const { code, said } = await reconcile(t, { 'every-player': true });
    assert.equal(code, 1);
    assert.equal(said.match(/player u\d+: log not read \(INVALID_USER\)/g)?.length, 1);
    assert.deepEqual(await readGauges(), NO_FINDINGS);
    games.answerOperator = () => ({ status: 1, slot: toLogEntry({ round: 'another' }) });
    assert.equal((await reconcile(t)).code, 1);
    assert.deepEqual(await readGauges(), NO_FINDINGS);
  });
});

test('reconcile: it exits 3 without an answer, 1 if people must examine a round, and else 0', async (t) => {
  const reconcileOpen = () => capture(t, () => reconcileCommand.run(call({ 'older-than': '0' })));
  await games.send({ txn: 'open-bet', round: 'open', bet: 1 });
  const { answerOperator } = games;
  games.answerOperator = () => '<html>';
  assert.equal((await reconcileOpen()).code, 3);
  games.answerOperator = answerOperator;
  log = [{ round: 'open', minutes: 0, txn_type: 'void' }];
  assert.equal((await reconcileOpen()).code, 1);
  log = [{ round: 'open', minutes: 0 }];
  assert.equal((await reconcileOpen()).code, 0);
  for (const options of [{ 'every-player': true }, { ended: '0' }, { 'older-than': 'x' }])
    await assert.rejects(reconcileCommand.run(call(options)), UsageError);
});

describe('hostile round log', () => {
  test('reconcile --ended: an id that is listed twice with other figures is left to people', async (t) => {
    await play('twice');
    await play('paged', { win: 2 });
    const before = await games.balance();
    log = [
      { round: 'twice', win: 5, winId: 'twice-win-2' },
      { round: 'twice', win: 9, winId: 'twice-win-2' },
      // A page that moved while it was read.
      { round: 'paged', win: 2 },
      { round: 'paged', win: 2 },
    ];
    const { code, said } = await reconcile(t);
    assert.equal(code, 1);
    assert.match(
      said,
      /PRAGMATIC twice .*: LEDGER AND PROVIDER LOG DIFFER \(several wins of the log have one id\)/,
    );
    assert.match(said, /^2 ended rounds, 1 to examine\.$/m);
    assert.equal(await games.balance(), before);
  });
  test('reconcile --ended: a round of another player in the log is not read or paid', async (t) => {
    await play('shared');
    const before = await games.balance();
    log = [{ round: 'shared', win: 5, winId: 'shared-win-2', user_code: 'u999999' }];
    const { code, said } = await reconcile(t);
    assert.equal(code, 3);
    assert.match(said, /log not read \(.*another player/);
    assert.equal(await games.balance(), before);
    assert.deepEqual(await readGauges(), NO_FINDINGS);
  });
  test('reconcile --ended: a hostile id of a round is printed in one short line', async (t) => {
    await play('kept');
    log = [
      { round: 'kept' },
      { round: `an\u001b[2J order\nfinding 1` },
      { round: 'endless', betId: 'x'.repeat(100_000) },
    ];
    const { code, said } = await reconcile(t);
    assert.equal(code, 1);
    assert.doesNotMatch(said, /\p{Cc}(?<!\n)|^finding/mu);
    assert.match(
      said,
      /no id player u\d+: NOT IN THE LEDGER \(unreadable at the provider: entry 3 of slot: txn_id "xxx/,
    );
    assert.ok(said.length < 1_000, `${said.length} characters`);
  });
  test('reconcile --ended: the first foreign rounds are printed, and all are counted', async (t) => {
    await play('kept');
    log = [{ round: 'kept' }, ...Array.from({ length: 3_000 }, (_, index) => ({ round: `r${index}` }))];
    const { code, said } = await reconcile(t);
    assert.equal(code, 1);
    assert.match(said, /^2000 more transactions: NOT IN THE LEDGER$/m);
    assert.match(said, /^1 ended rounds, 3000 to examine\.$/m);
  });
  test('reconcile --ended: a log without an end in every period is given up', async () => {
    await play('endless');
    const services = reconciliationServices(games);
    let calls = 0;
    services.logReader.readLog = ({ userCode, from, to }) => {
      if (userCode !== `u${games.player}`)
        return Promise.resolve({ transactions: [], unreadable: [], isWhole: true });
      calls += 1;
      if (Number(to) - Number(from) > 30 * 60_000) throw new LogTooLong('more pages than are read');
      return Promise.resolve({
        transactions: Array.from({ length: 90_000 }, (_, index) => ({
          ...LISTED,
          entryKey: `listed ${calls} ${index}`,
        })),
        unreadable: [],
        isWhole: true,
      });
    };
    const { unread } = (await compareEndedRounds(services, 1))!;
    assert.match(String(unread[0]?.error), /the log of the player has more than 200000 transactions/);
    assert.ok(calls < 20, `${calls} calls`);
    assert.deepEqual(await readGauges(), NO_FINDINGS);
  });
});

/** A time zone where it is half past midnight now, and where clocks go back to midnight in half an hour. */
function zoneInFirstHourOfTwo(): { readonly timeZone: string; readonly dayBefore: string } {
  const [dayMs, hourMs] = [86_400_000, 3_600_000];
  const nowMs = Date.now();
  const midnight = new Date(Math.floor((nowMs + hourMs / 2) / dayMs) * dayMs);
  const dayOfYear = (midnight.getTime() - Date.UTC(midnight.getUTCFullYear(), 0, 1)) / dayMs;
  // As POSIX writes a zone: the time that it is behind UTC, and the days of the year between which its clocks
  // are an hour ahead.
  const west = new Date(nowMs + hourMs / 2 - midnight.getTime()).toISOString().slice(11, 19);
  return {
    timeZone: `AAA${west}BBB,${dayOfYear < 100 ? 200 : 10}/0,${dayOfYear}/1`,
    dayBefore: new Date(midnight.getTime() - dayMs).toISOString().slice(0, 10),
  };
}

describe('wins above the limits', () => {
  test('win limit: a larger win is paid, logged once, and listed until it is examined', async (t) => {
    const before = await games.balance();
    await play('small', { win: 10 });
    await play('large', { win: 11 });
    assert.equal(await games.balance(), before + 19);
    const limits = { win: toMicros(10), day: 0n, timeZone: 'Africa/Tunis' };
    const facts: object[] = [];
    const { pool } = games.server;
    let stops: (() => void)[] = [];
    await new Promise<void>((resolve) => {
      const log = { warn: () => undefined, error: (fact: object) => resolve(void facts.push(fact)) };
      stops = [1, 2].map(() => startWatchingWins(pool, log, limits, 10));
    });
    for (const stop of stops) stop();
    // A statement of a stopped job may still run; it would store a finding of this test after the next test
    // has emptied the table.
    while (pool.idleCount < pool.totalCount) await wait(10);
    assert.deepEqual(await storeWinsAboveLimits(pool, limits, 3_600), []);
    assert.equal(facts.length, 1);
    const { finding, ...rest } = facts[0] as { finding: number };
    assert.deepEqual(rest, {
      kind: 'win-above-limit',
      player: `u${games.player}`,
      provider: 'PRAGMATIC',
      round: 'large',
      amount: 11,
    });
    assert.deepEqual(await readGauges(), { ...NO_FINDINGS, wins_above_limit: 1 });
    assert.match((await listFindings(t)).said, /PRAGMATIC large player u\d+ won 11 TND: WIN ABOVE THE LIMIT/);
    await listFindings(t, 'examined', String(finding));
    assert.deepEqual(await readGauges(), NO_FINDINGS);
  });
  test('win limit: a larger win before the start of a server becomes a finding', async () => {
    await play('before-start', { win: 11 });
    const app = await createApp({ ...games.server.config, WIN_ALERT_TND: 10 }, games.server.pool);
    try {
      let rounds: string[] = [];
      for (let waited = 0; waited < 60_000 && rounds.length === 0; waited += 100) {
        await wait(100);
        rounds = await readColumn(games.server.owner, 'select round_id from game_findings');
      }
      assert.deepEqual(rounds, ['before-start']);
    } finally {
      await app.close();
    }
  });
  test('day limit: small wins that exceed it in a day are found, and again when doubled', async (t) => {
    // A zone in which it is day, so that the day does not end meanwhile.
    const timeZone = Math.abs(new Date().getUTCHours() - 12) < 6 ? 'UTC' : 'Etc/GMT+12';
    const limits = { win: 0n, day: 0n, timeZone };
    const find = async () =>
      (await storeWinsAboveLimits(games.server.pool, limits, 3_600)).map(({ kind, roundId, amount }) => [
        kind,
        roundId,
        amount,
      ]);
    for (const [round, win] of [
      ['first', 9],
      ['second', 8],
    ] as const)
      await play(round, { win });
    const before = await readValue<bigint>(
      games.server.owner,
      `select sum(case kind when 'BET' then -amount else amount end)::bigint from transfers
        where initiator_account_id = (select account_id from users where id = $1)
          and kind in ('BET', 'WIN', 'ROLLBACK')
          and created_at >= date_trunc('day', now(), $2)`,
      [games.player, timeZone],
    );
    // Tests before this one have won and lost on the same day.
    limits.day = before - 1n;
    const agent = await readRow<{ agentAccountId: number; agentUserId: number }>(
      games.server.owner,
      `select id as "agentUserId", account_id as "agentAccountId" from users where username = 'admin'`,
    );
    const amount = toMicros(await games.balance()) - 5_000_000n;
    const [paidOut] = await applyAgentMovements(games.server.pool, [
      { kind: 'WITHDRAWAL', ...agent, receiverUsername: 'client', amount },
    ]);
    assert.equal(paidOut!.ok, true);
    assert.deepEqual(await find(), [['day-above-limit', 'first', before]]);
    assert.deepEqual(await find(), []);
    assert.deepEqual(await readGauges(), { ...NO_FINDINGS, player_days_above_limit: 1 });
    await listFindings(t, 'examined', /\d+/.exec((await listFindings(t)).said)![0]);
    await play('third', { win: 10 });
    assert.deepEqual(await find(), []);
    await play('fourth', { win: Number(before) / 1e6 });
    assert.deepEqual(await find(), [['day-above-limit', 'fourth', 2n * before + 8_000_000n]]);
    limits.day = 2n * before + 8_000_000n;
    await games.server.owner.query('delete from game_findings');
    assert.deepEqual(await find(), []);
  });
  test('day limit: the first of two hours after midnight counts for the day before', async () => {
    const { timeZone, dayBefore } = zoneInFirstHourOfTwo();
    await play('night', { win: 100 });
    const found = await storeWinsAboveLimits(games.server.pool, { win: 0n, day: 1n, timeZone }, 3_600);
    assert.deepEqual(
      found.map(({ kind, roundId }) => [kind, roundId]),
      [['day-above-limit', 'night']],
    );
    assert.equal(await readValue(games.server.owner, 'select subject from game_findings'), dayBefore);
  });
  test('reconcile --ended: a win above the limits that the job missed is listed and exits 1', async (t) => {
    environment.WIN_ALERT_TND = '10';
    t.after(() => delete environment.WIN_ALERT_TND);
    await play('large', { win: 11 });
    log = [{ round: 'large', win: 11 }];
    const { code, said } = await reconcile(t);
    assert.equal(code, 1);
    assert.match(said, /PRAGMATIC large .*WIN ABOVE THE LIMIT/);
  });
});
