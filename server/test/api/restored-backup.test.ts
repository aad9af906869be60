import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { applicationUrlOf, createTestDatabase, type TestDatabase } from '@palier/test-support/test-database';
import { verifyLedger } from '../../src/operator/verify';
import { listOpenRounds } from '../../src/games/reconciliation/open-round.repository';
import { createPool, type Pool } from '../../src/database/pool';
import { prepareDatabase } from '../../src/database/prepare-database';
import { holdOpen, readRow, readValue, rolledBack } from '../database';
import { untilLockWaits } from '@palier/test-support/wait-until';

const OWNER = 'database owner';

let database: TestDatabase;
/** A superuser's connections to the demo. */
let owner: Pool;
/** The address of a database in the same cluster whose owner is no superuser. */
let ownerUrl: string;

before(async () => {
  database = await createTestDatabase('demo');
  owner = createPool(database.url, { asOwner: true });
  await owner.query(`create role "${OWNER}" login createrole password 'kept'`);
  const url = new URL(database.url);
  Object.assign(url, { username: encodeURIComponent(OWNER), password: 'kept', pathname: '/restored' });
  ownerUrl = url.href;
});
after(async () => {
  await owner.query(`drop role "${OWNER}"`);
  await owner.end();
  await database.drop();
});

/** Counts them with the login of the server. */
async function countUsers(): Promise<number> {
  const pool = createPool(applicationUrlOf(ownerUrl));
  try {
    return await readValue(pool, 'select count(*)::int from users');
  } finally {
    await pool.end();
  }
}
const prepare = (): Promise<void> =>
  prepareDatabase(ownerUrl, { applicationUrl: applicationUrlOf(ownerUrl) });
/** Roles belong to the cluster, so a dump has none. */
async function loseRole(): Promise<void> {
  const restored = createPool(new URL('/restored', database.url).href, { asOwner: true });
  await restored.query(
    'drop owned by restored_app, restored_releases; drop role restored_app, restored_releases',
  );
  await restored.end();
}

describe('database whose owner is no superuser', () => {
  beforeEach(async () => {
    await owner.query(`alter role "${OWNER}" createrole`);
    await owner.query(`create database restored owner "${OWNER}"`);
    await prepare();
    assert.equal(await countUsers(), 0);
  });
  afterEach(async () => {
    await owner.query('drop database restored with (force)');
    await owner.query('drop role restored_app, restored_releases');
  });

  test('restored backup: migrations that start at once make the role that the cluster lacks', async () => {
    await loseRole();
    await Promise.all([1, 2, 3].map(prepare));
    assert.equal(await countUsers(), 0);
  });

  test('restored backup: migrate names the statements that a superuser must run', async () => {
    await loseRole();
    await owner.query(`alter role "${OWNER}" nocreaterole`);
    const names: string[] = [];
    for (let tries = 0; tries < 5; tries += 1) {
      const message = await prepare().then(
        () => null,
        (error: Error) => error.message,
      );
      if (message === null) break;
      const statement = /As a superuser, run: (.*)$/.exec(message)?.[1] ?? assert.fail(message);
      names.push(statement.split(' ', 2).join(' '));
      await owner.query(statement.replace('…', 'application'));
    }
    assert.deepEqual(names, ['create role', 'alter role', 'create role', 'alter role']);
    assert.equal(await countUsers(), 0);
  });
});

describe('restored database', () => {
  test('restored backup: after_restore gives much higher numbers and new jackpot ceilings', async () => {
    const register = async (username: string): Promise<{ id: number; transfer: bigint }> => {
      await owner.query(
        `select register_user((select id from users where username = 'admin'), $1, '', 'ROLE_CLIENT',
                               1000000, null, '', null)`,
        [username],
      );
      return readRow<{ id: number; transfer: bigint }>(
        owner,
        'select (select max(id) from users) as id, (select max(id) from transfers) as transfer',
      );
    };
    const readDraws = async (): Promise<Draw[]> => {
      const { rows } = await owner.query<Draw>(
        `select d.number, s.ceiling_micros as ceiling, s.salt, d.ended_at is null
          and s.ceiling_micros > a.balance
                and s.ceiling_micros <= p.ceiling_max_micros
                and d.commitment = encode(sha256(convert_to(
                    concat_ws(':', tier, d.number, s.ceiling_micros, s.salt), 'UTF8')), 'hex') as "isValid"
           from jackpot_secrets s join jackpot_draws d using (tier, number) join jackpot_pots p using (tier)
           join accounts a on a.id = p.account_id order by tier`,
      );
      return rows;
    };
    const last = await register('dans-la-sauvegarde');
    const before = await readDraws();
    await rolledBack(owner, async (client) => {
      const ended = "update jackpot_draws set number = 0, ended_at = now(), ceiling_micros = 1, salt = 'x'";
      await client.query(`${ended} where tier = 'gold'`);
      await client.query('select after_restore()');
      assert.equal(await readValue(client, "select number from jackpot_draws where tier = 'gold'"), 0);
    });
    await owner.query("insert into sessions (user_id, expires_at) values (1, now() + interval '1 day')");
    const release = await holdOpen(owner, "select from accounts where code = 'jackpot:gold' for update");
    const first = owner.query('select after_restore()');
    try {
      await untilLockWaits(owner);
    } finally {
      await release();
    }
    await first;
    await owner.query('select after_restore()');
    const next = await register('apres-la-restauration');
    assert.ok(next.id > last.id + 1_000_000, `${next.id} after ${last.id}`);
    assert.ok(next.transfer > last.transfer + 1_000_000_000n, `${next.transfer} after ${last.transfer}`);
    const draws = await readDraws();
    assert.equal(draws.length, 3);
    for (const [index, { number, ceiling, salt, isValid }] of draws.entries()) {
      assert.ok(isValid);
      assert.notEqual(ceiling, before[index]!.ceiling);
      assert.notEqual(salt, before[index]!.salt);
      assert.ok(number > before[index]!.number + 100_000);
    }
    for (const left of [
      'select from sessions where revoked_at is null',
      `select from jackpot_draws d where ended_at is null and not exists (
         select from jackpot_secrets s where (s.tier, s.number) = (d.tier, d.number))`,
    ])
      assert.equal((await owner.query(left)).rowCount, 0);
    assert.equal(await verifyLedger(owner), null);
  });

  test('wrong clock: redate_future makes the ledger correct and has open rounds checked again', async () => {
    const asksAbout = async (): Promise<string[]> => {
      const rounds = await listOpenRounds(owner, { olderThanMs: 0, includesChecked: false });
      return rounds.map(({ roundId }) => roundId).sort();
    };
    await owner.query("update accounts set last_moved_at = now() + interval '1 day' where code = 'issue'");
    await owner.query(
      "select issue_money((select account_id from users where username = 'capo'), 1000000, 'x', null)",
    );
    await owner.query(
      `insert into rounds (provider_code, round_id, player_account_id, game_code, state, opened_at,
                           checked_at)
         select 'SPRIBE', r.id, account_id, 'g1', 'OPEN', now() + r.opened, now() + r.checked
           from users, (values ('opened-ahead', interval '1 day', null),
                        ('checked-ahead', interval '-1 hour', interval '1 day'))
                         as r (id, opened, checked) where username = 'client'`,
    );
    await owner.query(
      `insert into sessions (user_id, created_at, expires_at)
        values (1, now() + interval '1 day', now() + interval '2 days');
       insert into login_failures values ('name:capo', 50, now() + interval '1 day');
       update network_progress set zone = 'Africa/Tunis'`,
    );
    await owner.query(
      `insert into balance_requests (user_id, parent_id, kind, amount, status, reason, created_at, closed_at,
                                     expires_at, answer_count, waited_ms)
         select id, parent_id, 'DEPOSIT', 1000000, 'REFUSED', 'x', now() + interval '1 day',
                now() + interval '25 hours', now() + interval '2 days', 1, 3600000
           from users where username = 'client';
       update sessions set proved_at = now() + interval '1 day'`,
    );
    assert.match((await verifyLedger(owner))?.rule ?? '', /yet to come/);
    assert.deepEqual(await asksAbout(), []);
    await owner.query('select redate_future()');
    assert.equal(await verifyLedger(owner), null);
    assert.deepEqual(await asksAbout(), ['checked-ahead', 'opened-ahead']);
    for (const left of [
      'select from sessions where created_at > now() and revoked_at is null',
      'select from login_failures where window_started_at > now()',
      "select from network_progress where zone <> ''",
      'select from sessions where proved_at > now()',
    ])
      assert.equal((await owner.query(left)).rowCount, 0);
    await assert.rejects(owner.query('update transfers set amount = amount'), /append-only/);
  });
});

interface Draw {
  readonly number: number;
  readonly ceiling: bigint;
  readonly salt: string;
  /**
   * The draw runs, its ceiling is above the pot and within the bounds, and its commitment is of this secret.
   */
  readonly isValid: boolean;
}
