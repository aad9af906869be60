import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { costOf, countRowsRead, holdOpen, readRow, readValue, rolledBack } from '../database';
import { untilLockWaits } from '@palier/test-support/wait-until';
import { forgetExpired } from '../../src/maintenance/forget-expired';
import { revokeSession } from '../../src/sessions/session.repository';
import { catalogueOf, useGames } from './games-provider';

const LAUNCHES = 48;
const OPENINGS = 2_000;
const AT_ONCE = 8;

const games = useGames({}, async () => {
  await server.owner.query('delete from game_openings');
  const answer = catalogueOf('g1');
  games.answerOperator = (body) =>
    body.method === 'game_launch' && !isLaunching ? { status: 'invalid' } : answer(body);
  player = await readRow(
    server.owner,
    "select id, account_id, ensure_house_account('PRAGMATIC') as house from users where username = 'client'",
  );
});
const { server } = games;
let isLaunching = true;
let player: { id: number; account_id: number; house: number };

const launch = async (token: string): Promise<number> =>
  (await server.call('POST', '/casino/launch?gameCode=g1&providerCode=PRAGMATIC', token)).status;

let count = 0;
const send = async (type: 'debit' | 'credit', round: string, amount: number): Promise<number> =>
  (await games.send({ txn: `o${(count += 1)}`, round, type, bet: amount, win: amount })).status;
const stake = (): Promise<number> => send('debit', `or${count + 1}`, 0.5);

const liveRows = (): Promise<number> =>
  readValue(server.owner, 'select count(*)::int from game_openings where user_id = $1 and ended_at is null', [
    player.id,
  ]);

/** The rows of game_openings and the blocks of all tables that one stake reads; the stake is rolled back. */
async function costOfStake(): Promise<{ ok: boolean; rows: number; blocks: number }> {
  const game = {
    kind: 'GAME',
    provider_code: 'PRAGMATIC',
    game_code: 'g1',
    bet_micros: 1e3,
    win_micros: 0,
    house_account_id: player.house,
    player_account_id: player.account_id,
    settles: true,
    transaction_id: 'c',
    round_id: 'c',
    fingerprint: 'c',
  };
  const movement = JSON.stringify([game]);
  return rolledBack(server.owner, async (client) => {
    const before = await countRowsRead(client, 'game_openings');
    const ok = await readValue<boolean>(client, "select (post_game_batch($1)->0->'ok')::boolean", [movement]);
    const rows = (await countRowsRead(client, 'game_openings')) - before;
    await client.query('rollback; begin');
    return { ok, rows, blocks: (await costOf(client, 'select post_game_batch($1)', [movement])).blocks };
  });
}

describe('game openings', () => {
  test(`game opening: one of ${LAUNCHES} launches is live, and a stake reads no more rows`, async () => {
    const accessToken = await server.tokenOf('client');
    assert.equal(await launch(accessToken), 200);
    await costOfStake();
    const first = await costOfStake();
    assert.ok(first.ok);
    const launchSome = async (): Promise<void> => {
      for (let done = 0; done < LAUNCHES / AT_ONCE; done += 1) assert.equal(await launch(accessToken), 200);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, launchSome));
    assert.equal(await launch(accessToken), 200);
    assert.equal(await liveRows(), 1);
    const last = await costOfStake();
    assert.deepEqual([last.ok, last.rows], [true, 1]);
    assert.ok(last.blocks < first.blocks + 40, `${first.blocks} blocks at first, then ${last.blocks}`);
  });
  test('game opening: a stake does not read thousands of old or ended openings', async () => {
    await server.owner.query(
      `with login as (insert into sessions (user_id, expires_at, revoked_at)
                      values ($1, now() + interval '1 h', now()) returning id)
       insert into game_openings (user_id, login_session_id, provider_code, game_code, created_at, ended_at)
         select $1, login.id, 'PRAGMATIC', 'g1', now() - age, ended
           from login, generate_series(1, $2) n,
                (values (interval '1 min', now()), (interval '25 h', null)) x (age, ended)`,
      [player.id, OPENINGS],
    );
    const { ok, rows } = await costOfStake();
    assert.deepEqual([ok, rows], [true, 1]);
    await server.owner.query('analyze game_openings');
    assert.equal((await costOfStake()).rows, 1);
    // A refused stake reads most.
    await server.owner.query(
      `update game_openings set ended_at = now() where ended_at is null
          and created_at > now() - interval '1 h'`,
    );
    const { ok: isTaken, rows: read } = await costOfStake();
    assert.deepEqual([isTaken, read], [false, 0]);
  });
  test('game opening: the first opening stays when a second launch fails', async () => {
    const token = await server.tokenOf('client');
    assert.equal(await launch(token), 200);
    isLaunching = false;
    assert.equal(await launch(token), 503);
    isLaunching = true;
    assert.equal(await stake(), 1);
  });
  test('game opening: no stake is accepted after a launch that failed', async () => {
    const accessToken = await server.tokenOf('client');
    await server.owner.query('update game_openings set ended_at = now() where ended_at is null');
    isLaunching = false;
    assert.equal(await launch(accessToken), 503);
    isLaunching = true;
    assert.equal(await stake(), 0);
  });
  test('game opening: signing out of one session keeps the same game open in another session', async () => {
    const [phone, desk] = [await server.login('client'), await server.login('client')];
    await server.owner.query('update game_openings set ended_at = now() where ended_at is null');
    for (const { accessToken } of [phone, desk]) assert.equal(await launch(accessToken), 200);
    assert.equal(await liveRows(), 2);
    await server.owner.query(
      "update game_openings set game_code = 'g2' where id = (select max(id) from game_openings)",
    );
    assert.equal(await launch(desk.accessToken), 200);
    assert.equal(await liveRows(), 3, 'another game of the session was closed');
    await server.call('POST', '/auth/logout', desk.accessToken, {});
    assert.equal(await stake(), 1);
    await server.call('POST', '/auth/logout', phone.accessToken, {});
    assert.equal(await stake(), 0);
  });
  test('game opening: a launch opens nothing if its session ends meanwhile', async (context) => {
    const accessToken = await server.tokenOf('client');
    await server.owner.query('update game_openings set ended_at = now() where ended_at is null');
    const sessionId = await readValue<string>(
      server.owner,
      'select id from sessions where user_id = $1 order by created_at desc limit 1',
      [player.id],
    );
    const ending = await server.owner.connect();
    context.after(() => ending.release(true));
    for (const end of [
      () =>
        ending.query("update sessions set expires_at = now() - interval '1 s' where id = $1", [sessionId]),
      () => revokeSession(ending, sessionId, { reason: 'logout', actorId: player.id }),
    ]) {
      await server.owner.query("update sessions set expires_at = now() + interval '1 h' where id = $1", [
        sessionId,
      ]);
      await ending.query('begin');
      await end();
      const answer = launch(accessToken);
      await untilLockWaits(server.owner);
      await ending.query('commit');
      assert.equal(await answer, 401);
      assert.equal(await liveRows(), 0);
    }
  });
  test('game opening: the opening is closed when launch and sign-out wait for the same row', async () => {
    const accessToken = await server.tokenOf('client');
    const releaseLock = await holdOpen(server.owner, 'select from users where id = $1 for update', [
      player.id,
    ]);
    const answer = launch(accessToken);
    await untilLockWaits(server.owner);
    const left = server.call('POST', '/auth/logout', accessToken, {});
    await untilLockWaits(server.owner, 2);
    await releaseLock();
    await Promise.all([answer, left]);
    assert.equal(await liveRows(), 0);
    assert.equal(await stake(), 0);
  });
  test('game opening: yesterday’s are deleted in parts, and their open rounds still paid', async () => {
    const accessToken = await server.tokenOf('client');
    assert.equal(await launch(accessToken), 200);
    assert.equal(await send('debit', 'old-round', 1), 1);
    await server.owner.query(
      "update game_openings set created_at = now() - interval '23 h' where ended_at is null",
    );
    const count = () =>
      readRow<{ old: number; young: number }>(
        server.owner,
        `select count(*) filter (where created_at < now() - interval '1 day')::int as old,
                count(*) filter (where created_at >= now() - interval '1 day')::int as young
                  from game_openings`,
      );
    assert.equal(await stake(), 1);
    await server.owner.query(
      `update game_openings set created_at = now() - interval '25 h'
          where id % 3 = 0 and ended_at is not null`,
    );
    const before = await count();
    assert.ok(before.old > OPENINGS && before.young > LAUNCHES);
    assert.equal(await readValue(server.pool, "select forget_expired('game_openings', 100)"), 100);
    assert.deepEqual(await count(), { ...before, old: before.old - 100 });
    assert.ok((await forgetExpired(server.pool)) >= before.old - 100);
    assert.deepEqual(await count(), { old: 0, young: before.young });
    await server.owner.query("update game_openings set created_at = created_at - interval '2 h'");
    await forgetExpired(server.pool);
    assert.equal(await stake(), 0);
    assert.equal(await send('credit', 'old-round', 3), 1);
  });
});
