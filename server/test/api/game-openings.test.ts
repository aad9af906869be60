import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { countRowsRead, holdOpen, rolledBack } from '../database';
import { untilLockWaits } from '@palier/faults/wait-until';
import { forgetExpired } from '../../src/maintenance/forget-expired';
import { revokeSession } from '../../src/sessions/session.repository';
import { useGames } from './games-provider';

const LAUNCHES = 400;
const OPENINGS = 5_000;
const AT_ONCE = 8;

const games = useGames({ ALLOWED_FRAME_ORIGINS: 'http://127.0.0.1:3001' }, async () => {
  await server.owner.query('delete from game_openings');
  const answers: Record<string, object> = {
    provider_list: { providers: [{ code: 'PRAGMATIC', name: 'Pragmatic', status: 1 }] },
    game_list: {
      games: ['g1', 'g2'].map((code, id) => ({
        id,
        game_code: code,
        game_name: code,
        banner: '',
        status: 1,
      })),
    },
    game_launch: { launch_url: 'http://127.0.0.1:3001/play' },
  };
  games.answerOperator = ({ method }) =>
    method === 'game_launch' && !isLaunching ? { status: 'invalid' } : { status: 1, ...answers[method] };
  const { rows } = await server.owner.query<typeof player>(
    "select id, account_id, ensure_house_account('PRAGMATIC') as house from users where username = 'client'",
  );
  player = rows[0]!;
});
const { server } = games;
let isLaunching = true;
let player: { id: number; account_id: number; house: number };

const launch = async (token: string, game = 'g1'): Promise<number> =>
  (await server.call('POST', `/casino/launch?gameCode=${game}&providerCode=PRAGMATIC`, token)).status;

let count = 0;
async function send(type: 'debit' | 'credit', round: string, amount: number, game = 'g1'): Promise<number> {
  count += 1;
  const { status } = await server.wallet({
    method: 'transaction',
    user_code: `u${player.id}`,
    game_type: 'slot',
    slot: {
      ...{ provider_code: 'PRAGMATIC', game_code: game, round_id: round },
      ...{ txn_id: `o${count}`, txn_type: type },
      ...(type === 'debit' ? { bet_money: amount } : { win_money: amount }),
    },
  });
  return status;
}
const stake = (game = 'g1'): Promise<number> => send('debit', `or${count + 1}`, 0.5, game);

async function liveRows(): Promise<number> {
  const { rows } = await server.owner.query<{ live: number }>(
    'select count(*)::int as live from game_openings where user_id = $1 and ended_at is null',
    [player.id],
  );
  return rows[0]?.live ?? 0;
}

/** The rows of game_openings and the blocks of all tables that one stake reads; the stake is rolled back. */
async function costOfStake(): Promise<{ ok: boolean; rows: number; blocks: number }> {
  const game = {
    ...{ kind: 'GAME', provider_code: 'PRAGMATIC', game_code: 'g1', bet_micros: 1_000, win_micros: 0 },
    ...{ house_account_id: player.house, player_account_id: player.account_id, settles: true },
    ...{ transaction_id: 'c', round_id: 'c', fingerprint: 'c' },
  };
  const movement = JSON.stringify([game]);
  return rolledBack(server.owner, async (client) => {
    const before = await countRowsRead(client, 'game_openings');
    const { rows } = await client.query<{ ok: boolean }>(
      "select (post_game_batch($1)->0->'ok')::boolean as ok",
      [movement],
    );
    const read = (await countRowsRead(client, 'game_openings')) - before;
    await client.query('rollback; begin');
    const plan = await client.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
      'explain (analyze, buffers, format json) select post_game_batch($1)',
      [movement],
    );
    const { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': fetched = 0 } =
      plan.rows[0]?.['QUERY PLAN'][0]?.Plan ?? {};
    return { ok: rows[0]?.ok === true, rows: read, blocks: hit + fetched };
  });
}

describe('game openings', () => {
  test(`game opening: one game is opened ${LAUNCHES} times, one opening is live, and a stake reads as much as after the first`, async () => {
    const { accessToken } = await server.login('client');
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
  test('game opening: thousands of old or ended openings, a stake does not read them', async () => {
    await server.owner.query(
      `with login as (insert into sessions (user_id, expires_at, revoked_at) values ($1, now() + interval '1 h', now()) returning id)
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
      "update game_openings set ended_at = now() where ended_at is null and created_at > now() - interval '1 h'",
    );
    const { ok: isTaken, rows: read } = await costOfStake();
    assert.deepEqual([isTaken, read], [false, 0]);
  });
  test('game opening: a second launch fails, the first opening stays', async () => {
    const { accessToken } = await server.login('client');
    assert.equal(await launch(accessToken, 'g2'), 200);
    isLaunching = false;
    assert.equal(await launch(accessToken, 'g2'), 503);
    isLaunching = true;
    assert.equal(await stake('g2'), 1);
  });
  test('game opening: the launch fails, no stake is accepted', async () => {
    const { accessToken } = await server.login('client');
    await server.owner.query('update game_openings set ended_at = now() where ended_at is null');
    isLaunching = false;
    assert.equal(await launch(accessToken), 503);
    isLaunching = true;
    assert.equal(await stake(), 0);
  });
  test('game opening: a game is open in two sessions, signing out of one keeps the other', async () => {
    const [phone, desk] = [await server.login('client'), await server.login('client')];
    await server.owner.query('update game_openings set ended_at = now() where ended_at is null');
    for (const { accessToken } of [phone, desk]) assert.equal(await launch(accessToken), 200);
    assert.equal(await liveRows(), 2);
    await server.call('POST', '/auth/logout', desk.accessToken, {});
    assert.equal(await stake(), 1);
    await server.call('POST', '/auth/logout', phone.accessToken, {});
    assert.equal(await stake(), 0);
  });
  test('game opening: the session ends during the launch, the call is refused and nothing is opened', async () => {
    const { accessToken } = await server.login('client');
    await server.owner.query('update game_openings set ended_at = now() where ended_at is null');
    const { rows } = await server.owner.query<{ id: string }>(
      'select id from sessions where user_id = $1 order by created_at desc limit 1',
      [player.id],
    );
    const ending = await server.owner.connect();
    await ending.query('begin');
    await revokeSession(ending, rows[0]!.id, { reason: 'logout', actorId: player.id });
    const answer = launch(accessToken);
    await untilLockWaits(server.owner);
    await ending.query('commit');
    ending.release();
    assert.equal(await answer, 401);
    assert.equal(await liveRows(), 0);
  });
  test('game opening: launch and sign-out wait for the same row, the opening is closed', async () => {
    const { accessToken } = await server.login('client');
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
  test('game opening: openings of yesterday are deleted in parts, and their open rounds are still paid', async () => {
    const { accessToken } = await server.login('client');
    assert.equal(await launch(accessToken), 200);
    assert.equal(await send('debit', 'old-round', 1), 1);
    await server.owner.query(
      "update game_openings set created_at = now() - interval '23 h' where ended_at is null",
    );
    const count = async (): Promise<{ old: number; young: number }> => {
      const { rows } = await server.owner.query<{ old: number; young: number }>(
        `select count(*) filter (where created_at < now() - interval '1 day')::int as old,
                count(*) filter (where created_at >= now() - interval '1 day')::int as young from game_openings`,
      );
      return rows[0]!;
    };
    await server.owner.query(
      "update game_openings set created_at = now() - interval '25 h' where id % 3 = 0 and ended_at is not null",
    );
    const before = await count();
    assert.ok(before.old > 5_000 && before.young > 100);
    const { rows } = await server.pool.query<{ gone: number }>(
      "select forget_expired('game_openings', 100) as gone",
    );
    assert.equal(rows[0]?.gone, 100);
    assert.deepEqual(await count(), { ...before, old: before.old - 100 });
    assert.ok((await forgetExpired(server.pool)) >= before.old - 100);
    assert.deepEqual(await count(), { old: 0, young: before.young });
    await server.owner.query("update game_openings set created_at = created_at - interval '2 h'");
    await forgetExpired(server.pool);
    assert.equal(await stake(), 0);
    assert.equal(await send('credit', 'old-round', 3), 1);
  });
});
