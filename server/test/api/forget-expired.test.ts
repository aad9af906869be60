import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import { untilTrue } from '@palier/faults/wait-until';
import { forgetExpired } from '../../src/maintenance/forget-expired';
import { startPalier, type Palier } from './start-test-server';

const YOUNG = 20_000;
const AT_ONCE = 50;
const EVERY_MS = 5 * 60_000;

let palier: Palier;
/** What the server does every five minutes. */
let chores: (() => void)[];
before(async () => {
  const { mock: timers } = mock.method(globalThis, 'setInterval');
  palier = await startPalier();
  chores = timers.calls
    .filter(({ arguments: [, everyMs] }) => everyMs === EVERY_MS)
    .map(({ arguments: [chore] }) => chore);
  timers.restore();
  // Old ones all over the table, as once deletes have made room for new ones between them.
  await palier.owner.query(
    `insert into idempotency_keys (account_id, key, fingerprint, answer, created_at)
       select 1, 'key-' || n, '', '{}', now() - case when n % 100 = 0 then interval '8 days' else interval '167 hours' end
         from generate_series(1, $1) n`,
    [YOUNG],
  );
  await palier.owner.query(
    `insert into known_addresses (user_id, address, seen_at)
       select 1, 'address-' || n, now() - case when n % 100 = 0 then interval '181 days' else interval '179 days' end
         from generate_series(1, $1) n`,
    [YOUNG],
  );
  await palier.owner.query('analyze idempotency_keys, known_addresses');
});
after(() => palier.stop());

const oldOf = async (table: string, column: string, age: string): Promise<number> => {
  const { rows } = await palier.owner.query<{ old: number }>(
    `select count(*)::int as old from ${table} where ${column} < now() - $1::interval`,
    [age],
  );
  return rows[0]!.old;
};

describe('what has expired', () => {
  for (const table of ['idempotency_keys', 'known_addresses'])
    test(`When the old rows of ${table} stand all over it, then a part of them is deleted by reading no others`, async () => {
      const client = await palier.pool.connect();
      await client.query('begin');
      const { rows: gone } = await client.query<{ gone: number }>('select forget_expired($1, $2) as gone', [
        table,
        AT_ONCE,
      ]);
      const { rows: read } = await client.query<{ rows: number }>(
        'select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = $1',
        [table],
      );
      await client.query('rollback');
      client.release();
      assert.equal(gone[0]?.gone, AT_ONCE);
      assert.ok(Number(read[0]?.rows) <= AT_ONCE * 4, `${read[0]?.rows} rows read`);
    });

  test('When one kind cannot be deleted, then it is told and the others are, in as many parts as it takes', async () => {
    await palier.owner.query(
      'create trigger held before delete on idempotency_keys execute function refuse_change()',
    );
    const failed: string[] = [];
    const rows = await forgetExpired(palier.pool, AT_ONCE, (kind) => failed.push(kind));
    assert.deepEqual(failed, ['idempotency_keys']);
    assert.equal(rows, YOUNG / 100);
    assert.equal(await oldOf('known_addresses', 'seen_at', '180 days'), 0);
    assert.equal(await oldOf('idempotency_keys', 'created_at', '7 days'), YOUNG / 100);
    await palier.owner.query('drop trigger held on idempotency_keys');
    assert.equal(await forgetExpired(palier.pool, AT_ONCE), YOUNG / 100);
    assert.equal(await oldOf('idempotency_keys', 'created_at', '7 days'), 0);
  });

  test('When the server has run for five minutes, then what had expired is gone', async () => {
    // Of the last table that is looked at: once it is gone, nothing is under way.
    await palier.owner.query(
      "insert into game_openings (user_id, provider_code, game_code, created_at) values (1, 'NAGA', 'g1', now() - interval '2 days')",
    );
    assert.equal(chores.length, 1);
    chores[0]!();
    const old = () => oldOf('game_openings', 'created_at', '1 day');
    assert.ok(await untilTrue(async () => (await old()) === 0));
  });

  test('When a kind is asked for that there is none of, or by a stranger, then nothing is deleted', async () => {
    await assert.rejects(palier.pool.query("select forget_expired('transfers', 10)"));
    const { rows } = await palier.owner.query<{ open: boolean }>(
      "select has_function_privilege('public', 'forget_expired(text, int)', 'execute') as open",
    );
    assert.equal(rows[0]?.open, false);
  });

  test('When an old session has more refresh tokens than go at once, then they go in parts, and it after them', async () => {
    const { rows } = await palier.owner.query<{ id: string }>(
      "insert into sessions (user_id, expires_at) select 1, now() - n * interval '2 days' from generate_series(0, 1) n returning id",
    );
    const ids = rows.map(({ id }) => id);
    await palier.owner.query(
      `insert into refresh_tokens (token_hash, session_id, generation, expires_at)
         select sha256(convert_to(id::text || n, 'UTF8')), id, n, now()
           from unnest($1::uuid[]) id, generate_series(1, $2) n`,
      [ids, AT_ONCE * 3],
    );
    assert.equal(await forgetExpired(palier.pool, AT_ONCE), AT_ONCE * 3 + 1);
    const { rows: left } = await palier.owner.query<{ session_id: string; tokens: number }>(
      'select session_id, count(*)::int as tokens from refresh_tokens where session_id = any($1) group by 1',
      [ids],
    );
    assert.deepEqual(left, [{ session_id: ids[0], tokens: AT_ONCE * 3 }]);
  });
});
