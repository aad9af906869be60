import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import { verifyLedger } from '../../src/operator/verify';
import { startEmbeddedPostgres, type EmbeddedDatabase } from '@palier/scripts/postgres/embedded';
import { migrate } from '../../src/database/migrate';
import { createPool, type Pool, type Queryable } from '../../src/database/pool';
import { seedDemo } from '../../src/demo/seed';
import { applyAgentMovements } from '../../src/ledger/ledger.repository';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
const FIRST_NEW = 17;

let folder: string;
let cluster: EmbeddedDatabase;
let owner: Pool;
let player: { id: number; account_id: number; house: number };

/** A ledger as it was before migration 17, on which people have played. */
before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'palier-migrated-'));
  await chmod(folder, 0o755);
  cluster = await startEmbeddedPostgres({ dataDir: folder });
  const numbers = (await readdir(MIGRATIONS)).map((file) => Number.parseInt(file, 10));
  await runner({
    databaseUrl: cluster.url,
    dir: MIGRATIONS,
    migrationsTable: 'palier_migrations',
    direction: 'up',
    count: numbers.filter((number) => number < FIRST_NEW).length,
    log: () => undefined,
  });
  await seedDemo(cluster.url);
  owner = createPool(cluster.url, { asOwner: true });
  const { rows } = await owner.query<typeof player>(
    "select id, account_id, house_account('PRAGMATIC') as house from users where username = 'client'",
  );
  player = rows[0]!;
  await owner.query(
    "insert into game_sessions (user_id, provider_code, game_code) values ($1, 'PRAGMATIC', 'g1')",
    [player.id],
  );
});
after(async () => {
  await owner.end();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Move {
  readonly txn: string;
  readonly round: string;
  readonly bet?: number;
  readonly win?: number;
  readonly settles?: boolean;
  readonly cancels?: string;
}

/** One movement as the server sends it; true when it was taken. */
async function play(
  database: Queryable,
  { txn, round, bet = 0, win = 0, settles = false, cancels }: Move,
): Promise<boolean> {
  const print =
    cancels === undefined
      ? [player.id, round, 'g1', `${bet}`, `${win}`, settles]
      : [player.id, round, cancels];
  const movement = {
    kind: cancels === undefined ? 'GAME' : 'ROLLBACK',
    provider: 'PRAGMATIC',
    house: player.house,
    user: player.account_id,
    txn,
    round,
    game: 'g1',
    ...(cancels === undefined ? { bet, win, settles } : { cancels }),
    fingerprint: JSON.stringify(print),
  };
  const { rows } = await database.query<{ ok: boolean }>(
    "select (ledger_apply($1)->0->'ok')::boolean as ok",
    [JSON.stringify([movement])],
  );
  return rows[0]?.ok === true;
}

describe('a ledger from before migration 17', () => {
  test('When somebody holds a table that is to be changed, as a dump does for hours, then the migration gives up, and money moves on', async () => {
    const dump = await owner.connect();
    try {
      await dump.query('begin; select from game_sessions');
      await assert.rejects(migrate(cluster.url), { code: '55P03' });
      assert.equal(
        await play(owner, { txn: 'p0 meanwhile', round: 'p0 meanwhile', bet: 10_000, settles: true }),
        true,
      );
    } finally {
      await dump.query('rollback');
      dump.release();
    }
  });

  test('When it is migrated while money moves, then its books agree, connections go on, and each stake is known for one', async (t) => {
    // Keeps what it has compiled and planned across the migration, as a server of the version before does.
    const old = await owner.connect();
    t.after(() => old.release());
    await play(old, { txn: 'spin', round: 'free' });
    await play(old, { txn: 'bet', round: 'lost', bet: 2_000_000 });
    await play(old, { txn: 'credit', round: 'lost', settles: true });
    await play(old, { txn: 'back', round: 'early', cancels: 'late' });
    for (const txn of ['one', 'two']) await play(old, { txn, round: 'damaged', bet: 1_000_000 });
    await play(old, { txn: 'void', round: 'damaged', settles: true });
    await play(old, { txn: 'undo', round: 'damaged', cancels: 'void' });
    await play(old, { txn: 'only', round: 'unpaid', bet: 3_000_000 });
    await play(old, { txn: 'none', round: 'unpaid', settles: true });
    await play(old, { txn: 'wrong', round: 'unpaid', cancels: 'none' });
    assert.equal(await play(old, { txn: 'win', round: 'unpaid', win: 5_000_000, settles: true }), false);
    await old.query(
      "select register_user((select id from users where username = 'admin'), 'avant', '', 'ROLE_CLIENT', 1000000, null, '')",
    );

    const { rows: admins } = await owner.query<{ id: number; account_id: number }>(
      "select id, account_id from users where username = 'admin'",
    );
    const admin = admins[0]!;
    let isMigrated = false;
    const taken: boolean[] = [];
    const writers = ['p', 'q', 'r'].map(async (name) => {
      for (let n = 0; !isMigrated; n += 1) {
        taken.push(
          await play(owner, { txn: `${name}${n}`, round: `${name}${n}`, bet: 10_000, settles: true }),
        );
        const results = await applyAgentMovements(owner, [
          {
            kind: 'DEPOSIT',
            initiator: admin.account_id,
            parent: admin.id,
            receiver: 'client',
            amount: 10_000n,
          },
        ]);
        taken.push(results[0]?.ok === true);
      }
    });
    await migrate(cluster.url).finally(() => (isMigrated = true));
    await Promise.all(writers);
    assert.ok(taken.length > 0 && taken.every(Boolean));

    assert.equal(await verifyLedger(owner), null);
    const { rows: stakes } = await owner.query<{ id: string }>(
      "select transaction_id as id from provider_transactions where is_stake and transaction_id !~ '^[pqr][0-9]' order by 1",
    );
    assert.deepEqual(
      stakes.map(({ id }) => id),
      ['bet', 'late', 'one', 'only', 'spin', 'two'],
    );
    const { rows: rounds } = await owner.query<{ round: string }>(
      "select concat_ws(' ', round_id, state, stake_count) as round from rounds where round_id !~ '^[pqr][0-9]' order by round_id",
    );
    assert.deepEqual(
      rounds.map(({ round }) => round),
      ['damaged SETTLED 2', 'free OPEN 1', 'lost SETTLED 1', 'unpaid OPEN 1'],
    );
    assert.equal(await play(old, { txn: 'win', round: 'unpaid', win: 5_000_000, settles: true }), true);
    assert.equal(await play(old, { txn: 'next', round: 'next', bet: 1_000_000 }), true);
    await old.query(
      "select register_user((select id from users where username = 'admin'), 'apres', '', 'ROLE_CLIENT', 1000000, null, '')",
    );
    assert.equal(await verifyLedger(owner), null);
  });
});
