import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import type { LimitKind, LimitPeriod, Protection } from '@palier/shared/contracts/limits';
import { fillIn, REFUSAL_TEXTS } from '../../src/refusals/refusal-texts';
import { applyGameMovement } from '../../src/games/apply-game-movement.use-case';
import { createPlayerAccounts } from '../../src/games/player-account.repository';
import { createLedgerWriter } from '../../src/ledger/writer';
import { silentAnnouncer } from '../../src/operator/silent-announcer';
import { interceptStatements, readColumn, readRow, readValue, rolledBack } from '../database';
import { catalogueOf, useGames } from './games-provider';
import type { Answer } from './start-test-server';

const games = useGames({}, async () => {
  admin = await games.server.tokenOf('admin');
});
const { server } = games;
let admin: string;
let client: string;

const protectionOf = ({ body }: Answer) => body as unknown as Protection;
const setLimit = (kind: LimitKind, amount: number | null, period: LimitPeriod = 'day') =>
  server.call('POST', '/user/protection/limits', client, { kind, period, amount });
const confirm = (kind: LimitKind, period: LimitPeriod = 'day') =>
  server.call('POST', '/user/protection/limits/confirm', client, { kind, period });
const read = async () => protectionOf(await server.call('GET', '/user/protection', client));
const limitOf = async (kind: LimitKind) => (await read()).limits.find((limit) => limit.kind === kind);
const ofClient = "(select account_id from users where username = 'client')";

let round = 0;
/** Stakes in a round of its own, and gets a win in the same round. */
async function play(bet: number, win = 0) {
  round += 1;
  const stake = await games.send({ txn: `p-${round}`, round: `p-${round}`, bet });
  if (win > 0) await games.send({ txn: `w-${round}`, round: `p-${round}`, type: 'credit', win });
  return stake;
}
/** A debit that takes a part of a round's win back, as an adapter gives it to the ledger. */
const takeBack = async (roundId: string, bet: bigint) =>
  applyGameMovement(
    {
      ledger: createLedgerWriter(server.pool),
      accounts: createPlayerAccounts(server.pool),
      announcer: silentAnnouncer,
    },
    { userId: games.player, accountId: await server.accountOf('client') },
    {
      kind: 'GAME',
      providerCode: 'PRAGMATIC',
      gameCode: 'g1',
      roundId,
      transactionId: `${roundId}-back`,
      bet,
      win: 0n,
      settles: true,
      isCorrection: true,
    },
  );
const usage = (column: 'staked' | 'lost' | 'received', period: LimitPeriod = 'day') =>
  readValue<number>(
    server.owner,
    `select (${column} / 1e6)::float8 from limit_usage
      where account_id = ${ofClient} and period = '${period}'`,
  );

describe('protection of players', () => {
  beforeEach(async () => {
    await server.owner.query(`delete from own_limits where account_id = ${ofClient}`);
    await server.owner.query(`delete from player_stops where account_id = ${ofClient}`);
    await server.owner.query(`select refresh_has_limits(${ofClient})`);
    client = await server.tokenOf('client');
  });

  test('own limit: the first and a lower one hold at once, a higher one only a day later', async () => {
    assert.equal((await setLimit('staked', 50)).status, 200);
    assert.equal((await limitOf('staked'))?.amount, 50);
    await setLimit('staked', 20);
    assert.deepEqual((await limitOf('staked'))?.amount, 20);
    await setLimit('staked', 80);
    const asked = await limitOf('staked');
    assert.deepEqual([asked?.amount, asked?.asked?.amount, asked?.asked?.isConfirmable], [20, 80, false]);
    const early = await confirm('staked');
    assert.deepEqual([early.status, early.body.code], [409, 'limit-not-due']);
    assert.deepEqual(early.body.errors, [REFUSAL_TEXTS['limit-not-due']]);
    const age = (interval: string) =>
      server.owner.query(`update own_limits set asked_at = asked_at - interval '${interval}'
                           where account_id = ${ofClient}`);
    await age('23 hours 59 minutes');
    assert.equal((await confirm('staked')).status, 409);
    await age('1 minute');
    assert.equal((await limitOf('staked'))?.amount, 20, 'a second confirmation is needed');
    assert.equal((await confirm('staked')).status, 200);
    assert.deepEqual([(await limitOf('staked'))?.amount, (await limitOf('staked'))?.asked], [80, null]);
    assert.equal((await confirm('staked')).status, 200, 'a repeated confirmation changes nothing');
  });

  test('own limit: a lower one takes a request for a higher one back, and a removal waits too', async () => {
    await setLimit('lost', 50);
    await setLimit('lost', null);
    assert.deepEqual((await limitOf('lost'))?.asked?.amount, null);
    await setLimit('lost', 40);
    assert.equal((await limitOf('lost'))?.asked, null);
    await setLimit('lost', null);
    await server.owner.query(`update own_limits set asked_at = now() - interval '25 hours'
                               where account_id = ${ofClient}`);
    await confirm('lost');
    assert.deepEqual((await read()).limits, []);
  });

  test('own limit: invalid kinds, periods, amounts and durations are refused with a sentence', async () => {
    const calls: [string, string, object][] = [
      ['POST', 'limits', { kind: 'won', period: 'day', amount: 1 }],
      ['POST', 'limits', { kind: 'lost', period: 'year', amount: 1 }],
      ['POST', 'limits', { kind: 'lost', period: 'day', amount: -1 }],
      ['POST', 'limits', { kind: 'lost', period: 'day' }],
      ['POST', 'pause', { hours: 23 }],
      ['POST', 'pause', { hours: 1009 }],
      ['POST', 'pause', { hours: 24.5 }],
      ['POST', 'exclusion', { months: 5 }],
      ['POST', 'exclusion', { months: 61 }],
    ];
    for (const [method, path, body] of calls) {
      const answer = await server.call(method as 'POST', `/user/protection/${path}`, client, body);
      assert.deepEqual([answer.status, answer.body.code], [400, 'invalid-input'], JSON.stringify(body));
      assert.match(answer.body.errors[0]!, /\.$/);
    }
  });

  test('own limit: a stake above it is refused for good, with the true balance', async () => {
    const before = await games.balance();
    const used = (await setLimit('staked', 1_000_000)).status === 200 ? await usage('staked') : 0;
    await setLimit('staked', used + 10);
    const txn = { txn: 'limited-stake', round: 'limited', bet: 11 };
    for (let repeat = 0; repeat < 2; repeat += 1)
      assert.deepEqual(await games.send(txn), {
        status: 0,
        msg: 'INSUFFICIENT_USER_FUNDS',
        user_balance: before,
      });
    assert.equal((await play(10)).status, 1);
    assert.equal((await play(0.001)).status, 0);
    assert.equal((await play(0)).status, 1, 'a free spin stakes nothing');
    assert.equal(await games.balance(), before - 10);
  });

  test('own limit: losses are stakes less wins, and a win above every limit is paid', async () => {
    await setLimit('lost', 1_000_000);
    const lost = await usage('lost');
    await setLimit('lost', Math.max(lost, 0) + 10);
    const room = Math.max(lost, 0) + 10 - lost;
    assert.equal((await play(room, 0)).status, 1);
    assert.equal((await play(1)).status, 0);
    const before = await games.balance();
    assert.equal(
      (await games.send({ txn: 'big', round: `p-${round - 1}`, type: 'credit', win: 30 })).status,
      1,
    );
    assert.equal(await games.balance(), before + 30);
    assert.equal((await play(30)).status, 1);
    assert.equal((await play(1)).status, 0);
  });

  test('own limit: a returned stake counts no more, unless it is of an earlier period', async () => {
    await setLimit('staked', 1_000_000);
    const staked = await usage('staked');
    await play(4);
    await games.send({ txn: `rb-${round}`, round: `p-${round}`, ref: `p-${round}` });
    assert.equal(await usage('staked'), staked);
    await play(3);
    await server.owner.query(
      `update provider_transactions set created_at = created_at - interval '40 days'
        where transaction_id like 'p-${round}%'`,
    );
    await games.send({ txn: `rb-${round}`, round: `p-${round}`, ref: `p-${round}` });
    assert.equal(await usage('staked'), staked + 3);
  });

  test('own limit: a cancelled stake gives its room in stakes and losses back, and no more', async () => {
    for (const kind of ['staked', 'lost'] as const) await setLimit(kind, 1_000_000);
    const [staked, lost] = [await usage('staked'), await usage('lost')];
    await setLimit('staked', staked + 10);
    await setLimit('lost', Math.max(lost, 0) + 10);
    assert.equal((await play(10)).status, 1);
    const cancelled = `p-${round}`;
    assert.equal((await play(1)).status, 0);
    for (let repeat = 0; repeat < 2; repeat += 1)
      await games.send({ txn: `rb-${cancelled}`, round: cancelled, ref: cancelled });
    assert.deepEqual([await usage('staked'), await usage('lost')], [staked, lost]);
    assert.equal((await play(11)).status, 0);
    assert.equal((await play(10)).status, 1);
    assert.equal((await play(0.5)).status, 0);
  });

  test('own limit: a debit that takes a win back counts as a loss and as no stake', async () => {
    for (const kind of ['staked', 'lost'] as const) await setLimit(kind, 1_000_000);
    await play(1, 9);
    const [staked, lost] = [await usage('staked'), await usage('lost')];
    await setLimit('lost', Math.max(lost, 0) + 3);
    const taken = await takeBack(`p-${round}`, 4_000_000n);
    assert.equal(taken.ok, true, 'a limit does not refuse it');
    assert.deepEqual([await usage('staked'), await usage('lost')], [staked, lost + 4]);
  });

  test('own limit: a clock that was ahead lifts none when it goes back', async () => {
    await setLimit('staked', 1_000_000);
    await setLimit('staked', (await usage('staked')) + 5);
    // A stake of 5 that was counted while the clock was a month ahead stands in a period that begins then.
    await server.owner.query(
      `update limit_usage set began_on = period_start(period, began_on + 31), staked = 5000000
        where account_id = ${ofClient}`,
    );
    await server.owner.query(`update own_limits set amount_micros = 5000000 where account_id = ${ofClient}`);
    assert.equal((await play(1)).status, 0);
    await server.owner.query(`delete from limit_usage where account_id = ${ofClient}`);
    await server.owner.query(`select begin_periods(${ofClient}, now())`);
  });

  for (const [zone, last, next] of [
    ['Africa/Tunis', '2027-02-28T22:59:59.999Z', '2027-02-28T23:00:00Z'],
    ['America/Los_Angeles', '2027-03-01T07:59:59.999Z', '2027-03-01T08:00:00Z'],
    ['Pacific/Kiritimati', '2027-02-28T09:59:59.999Z', '2027-02-28T10:00:00Z'],
  ] as const)
    test(`own limit: day, week and month begin at midnight of ${zone}, and never again`, async () => {
      await setLimit('staked', 50);
      await rolledBack(server.owner, async (client) => {
        await client.query('update limit_zone set zone = $1', [zone]);
        const at = async (moment: string): Promise<string[]> => {
          await client.query(`select begin_periods(${ofClient}, $1)`, [moment]);
          return readColumn(
            client,
            `select began_on || ' ' || staked from limit_usage where account_id = ${ofClient}
              order by array_position(array['day', 'week', 'month'], period)`,
          );
        };
        await at(last);
        await client.query(`update limit_usage set staked = 7 where account_id = ${ofClient}`);
        assert.deepEqual(await at(last), ['2027-02-28 7', '2027-02-22 7', '2027-02-01 7']);
        const begun = ['2027-03-01 0', '2027-03-01 0', '2027-03-01 0'];
        assert.deepEqual(await at(next), begun);
        await client.query(`update limit_usage set staked = 8 where account_id = ${ofClient}`);
        const used = begun.map((line) => line.replace(/0$/, '8'));
        for (const moment of [last, next, '2027-01-01T00:00:00Z']) assert.deepEqual(await at(moment), used);
      });
    });

  test('own limit: the zone and the day are those of the installation', async () => {
    assert.equal(await readValue(server.owner, 'select zone from limit_zone'), 'Africa/Tunis');
    await setLimit('staked', 50);
    assert.equal(
      await readValue(
        server.owner,
        `select (began_on = (now() at time zone 'Africa/Tunis')::date)::text from limit_usage
          where account_id = ${ofClient} and period = 'day'`,
      ),
      'true',
    );
  });

  test('own limit: usage that is counted anew equals what was counted at each movement', async () => {
    for (const kind of ['staked', 'lost', 'received'] as const) await setLimit(kind, 1_000_000);
    await server.transfer(admin, { amount: 12 });
    await play(5, 7);
    await play(3);
    const counted = async () =>
      readRow(
        server.owner,
        `select sum(staked) s, sum(lost) l, sum(received) r from limit_usage
                              where account_id = ${ofClient}`,
      );
    const before = await counted();
    await server.owner.query(`delete from limit_usage where account_id = ${ofClient}`);
    await server.owner.query(`select begin_periods(${ofClient}, now())`);
    assert.deepEqual(await counted(), before);
  });

  test('own limit: what is received is limited by day, week and month, and the agent reads why', async () => {
    await setLimit('received', 1_000_000, 'week');
    const received = await usage('received', 'week');
    await setLimit('received', received + 25, 'week');
    const refused = await server.transfer(admin, { amount: 26 });
    assert.deepEqual([refused.status, refused.body.code], [400, 'received-limit']);
    assert.equal(
      refused.body.errors[0],
      fillIn(REFUSAL_TEXTS['received-limit'], { amount: '25,00\u00a0DT' }),
    );
    assert.equal((await server.transfer(admin, { amount: 25 })).status, 200);
    assert.equal((await server.transfer(admin, { amount: 1, type: 'WITHDRAWAL' })).status, 200);
    assert.equal((await server.transfer(admin, { amount: 1 })).status, 400, 'a withdrawal gives no room');
  });

  test('pause: it stops deposits, launches and stakes, but no sign-in, win or withdrawal', async () => {
    round += 1;
    await games.send({ txn: `p-${round}`, round: `p-${round}`, bet: 1 });
    const open = round;
    const paused = await server.call('POST', '/user/protection/pause', client, { hours: 48 });
    assert.match(protectionOf(paused).pausedUntil!, /^\d{4}-\d\d-\d\dT/);
    const shorter = await server.call('POST', '/user/protection/pause', client, { hours: 24 });
    assert.equal(protectionOf(shorter).pausedUntil, protectionOf(paused).pausedUntil);
    const deposit = await server.transfer(admin);
    assert.deepEqual(
      [deposit.body.code, deposit.body.errors[0]],
      ['player-paused', REFUSAL_TEXTS['player-paused']],
    );
    assert.equal((await play(1)).msg, 'INSUFFICIENT_USER_FUNDS');
    assert.equal((await play(0)).status, 0, 'a free spin is a stake too');
    games.answerOperator = catalogueOf('g1');
    await server.call('GET', '/casino/games?providerCode=PRAGMATIC', client);
    const launch = await server.call('POST', '/casino/launch?gameCode=g1&providerCode=PRAGMATIC', client);
    assert.deepEqual([launch.status, launch.body.code], [409, 'launch-stopped']);
    assert.match(launch.body.errors[0]!, /^Vous êtes en pause jusqu'au \d\d\/\d\d\/\d{4} \d\d:\d\d\. /);
    assert.equal(
      (await games.send({ txn: 'late-win', round: `p-${open}`, type: 'credit', win: 2 })).status,
      1,
    );
    assert.equal((await server.transfer(admin, { type: 'WITHDRAWAL' })).status, 200);
    assert.equal((await server.call('GET', '/user/me', client)).status, 200);
    assert.ok((await server.login('client')).accessToken);
    await server.owner.query(
      `update player_stops set paused_until = now() - interval '1 second' where account_id = ${ofClient}`,
    );
    assert.equal((await server.transfer(admin)).status, 200);
    assert.equal((await play(1)).status, 1);
  });

  test('pause: a call while the clock is ahead of its end does not lift it', async () => {
    const hours = 48;
    assert.equal((await server.call('POST', '/user/protection/pause', client, { hours })).status, 200);
    const jump = (back: string) =>
      server.owner.query(`update player_stops set paused_until = paused_until ${back} interval '49 hours'
                           where account_id = ${ofClient}`);
    await jump('-');
    assert.equal((await setLimit('lost', null)).status, 200);
    await setLimit('lost', 50);
    await server.owner.query(`delete from own_limits where account_id = ${ofClient}`);
    await server.owner.query(`select refresh_has_limits(${ofClient})`);
    await jump('+');
    const deposit = await server.transfer(admin, { receiverUsername: 'client', amount: 1 });
    assert.deepEqual([deposit.status, deposit.body.code], [400, 'player-paused']);
    assert.notEqual((await play(1)).status, 1);
  });

  test('exclusion: it ends the sessions and the sign-in, and tells why and the agent as well', async () => {
    const excluded = await server.call('POST', '/user/protection/exclusion', client, { months: 6 });
    assert.equal(excluded.status, 200);
    assert.equal((await server.call('GET', '/user/me', client)).status, 401);
    const refused = await server.call('POST', '/auth/login', undefined, {
      username: 'client',
      password: 'Client1234',
    });
    assert.deepEqual([refused.status, refused.body.code], [401, 'account-closed']);
    assert.equal(refused.body.errors[0], 'Invalid email or password.');
    assert.match(refused.body.errors[1]!, /^Vous êtes exclu du jeu jusqu'au \d\d\/\d\d\/\d{4} \d\d:\d\d\./);
    const deposit = await server.transfer(admin);
    assert.deepEqual(
      [deposit.body.code, deposit.body.errors[0]],
      ['player-excluded', REFUSAL_TEXTS['player-excluded']],
    );
    assert.equal((await play(1)).msg, 'INSUFFICIENT_USER_FUNDS');
    assert.equal((await server.transfer(admin, { type: 'WITHDRAWAL' })).status, 200);
    const clientId = await server.idOf('client');
    const shown = (await server.call('GET', `/user/sub-account/${clientId}`, admin)).body as unknown as {
      deposit: { stopped: string };
    };
    assert.equal(shown.deposit.stopped, 'excluded');
  });

  test('exclusion: a launch that was under way is refused', async (context) => {
    games.answerOperator = catalogueOf('g1');
    await server.call('GET', '/casino/games?providerCode=PRAGMATIC', client);
    // The session is checked before, and the player is excluded meanwhile.
    interceptStatements(context, server.pool, 'with login as', async (run) => {
      await server.owner.query(`select stop_play(${games.player}, 'excluded', interval '6 months')`);
      return run();
    });
    const launch = await server.call('POST', '/casino/launch?gameCode=g1&providerCode=PRAGMATIC', client);
    assert.deepEqual([launch.status, launch.body.code], [409, 'launch-stopped']);
    assert.match(launch.body.errors[0]!, /^Vous êtes exclu du jeu jusqu'au /);
  });

  test('exclusion: neither the player nor the application can end it early', async () => {
    await server.owner.query(`select stop_play(${games.player}, 'excluded', interval '2 years')`);
    await server.owner.query(`select stop_play(${games.player}, 'excluded', interval '6 months')`);
    const left = await readValue<string>(
      server.owner,
      `select (excluded_until > now() + interval '23 months')::text from player_stops
        where account_id = ${ofClient}`,
    );
    assert.equal(left, 'true');
    for (const table of ['player_stops', 'own_limits', 'limit_usage'])
      await assert.rejects(server.pool.query(`delete from ${table}`), /denied/);
    await assert.rejects(
      server.pool.query(`update accounts set has_limits = false where id = ${ofClient}`),
      /denied/,
    );
  });
});

describe('protection of players, with a vendor that knows INVALID_USER as final', () => {
  const others = useGames({ PROVIDER_LIMIT_REFUSAL: 'INVALID_USER' });

  test('own limit: a stake above it is refused as the setting says, lack of money as before', async () => {
    const before = await others.balance();
    const token = await others.server.tokenOf('client');
    const limit = { kind: 'staked', period: 'day', amount: 5 };
    assert.equal((await others.server.call('POST', '/user/protection/limits', token, limit)).status, 200);
    const above = await others.send({ txn: 'above', round: 'above', bet: 6 });
    assert.deepEqual([above.status, above.msg], [0, 'INVALID_USER']);
    const unfunded = await others.send({ txn: 'unfunded', round: 'unfunded', bet: before + 1 });
    assert.deepEqual([unfunded.status, unfunded.msg], [0, 'INSUFFICIENT_USER_FUNDS']);
    assert.equal((await others.send({ txn: 'below', round: 'below', bet: 5 })).status, 1);
    assert.equal(await others.balance(), before - 5);
  });
});
