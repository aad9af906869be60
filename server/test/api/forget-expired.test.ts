import assert from 'node:assert/strict';
import { after, before, describe, mock, test } from 'node:test';
import { countRowsRead, readColumn, readValue, rolledBack } from '../database';
import { untilTrue } from '@palier/test-support/wait-until';
import { forgetExpired } from '../../src/maintenance/forget-expired';
import { startTestServer, type TestServer } from './start-test-server';

const ROWS = 5_000;
const BATCH_SIZE = 50;
/** Half of a table's old rows. */
const PART = 25;
const FORGET_EVERY_MS = 5 * 60_000;

let server: TestServer;
/** The server's tasks of every five minutes. */
let tasks: (() => void)[];
before(async () => {
  const { mock: timers } = mock.method(globalThis, 'setInterval');
  server = await startTestServer();
  tasks = timers.calls
    .filter(({ arguments: [, everyMs] }) => everyMs === FORGET_EVERY_MS)
    .map(({ arguments: [task] }) => task);
  timers.restore();
  // Old rows all over the table, as after deletes and inserts.
  await server.owner.query(
    `insert into idempotency_keys (account_id, key, fingerprint, answer, created_at)
       select 1, 'key-' || n, '', '{}', now() - case when n % 100 = 0 then interval '8 days'
         else interval '167 hours' end
         from generate_series(1, $1) n`,
    [ROWS],
  );
  await server.owner.query(
    `insert into known_addresses (user_id, address, seen_at)
       select 1, 'address-' || n, now() - case when n % 100 = 0 then interval '181 days'
         else interval '179 days' end
         from generate_series(1, $1) n`,
    [ROWS],
  );
  await server.owner.query('analyze idempotency_keys, known_addresses');
});
after(() => server.stop());

const countOld = (table: string, column: string, age: string): Promise<number> =>
  readValue(server.owner, `select count(*)::int from ${table} where ${column} < now() - $1::interval`, [age]);

describe('expired rows', () => {
  for (const table of ['idempotency_keys', 'known_addresses'])
    test(`forget expired: a part of the old ${table} is deleted without reading other rows`, async () => {
      const [deleted, read] = await rolledBack(server.pool, async (client) => {
        const forget = (by: typeof client | typeof server.pool) =>
          readValue<number>(by, 'select forget_expired($1, $2)', [table, PART]);
        const count = await forget(client);
        // While this run is not committed, another one does nothing.
        assert.equal(await forget(server.pool), 0);
        return [count, await countRowsRead(client, table)] as [count: number, rowsRead: number];
      });
      assert.equal(deleted, PART);
      assert.ok(read <= PART * 4, `${read} rows read`);
    });

  test('forget expired: a kind that fails is reported, and the others are deleted in parts', async () => {
    await server.owner.query(
      'create trigger refused before delete on idempotency_keys execute function refuse_change()',
    );
    const failed: string[] = [];
    const rows = await forgetExpired(server.pool, BATCH_SIZE, (kind) => failed.push(kind));
    assert.deepEqual(failed, ['idempotency_keys']);
    assert.equal(rows, ROWS / 100);
    assert.equal(await countOld('known_addresses', 'seen_at', '180 days'), 0);
    assert.equal(await countOld('idempotency_keys', 'created_at', '7 days'), ROWS / 100);
    await server.owner.query('drop trigger refused on idempotency_keys');
    assert.equal(await forgetExpired(server.pool, BATCH_SIZE), ROWS / 100);
    assert.equal(await countOld('idempotency_keys', 'created_at', '7 days'), 0);
  });

  test('forget expired: the server forgets expired rows every five minutes', async () => {
    // A row of the last table, so the task has ended once it is deleted.
    await server.owner.query(
      `insert into game_openings (user_id, provider_code, game_code, created_at)
          values (1, 'NAGA', 'g1', now() - interval '2 days')`,
    );
    assert.equal(tasks.length, 1);
    tasks[0]!();
    const old = () => countOld('game_openings', 'created_at', '1 day');
    assert.ok(await untilTrue(async () => (await old()) === 0));
  });

  test('forget expired: an unknown kind or role deletes nothing, and a failure is no success', async () => {
    await assert.rejects(server.pool.query("select forget_expired('transfers', 10)"));
    await assert.rejects(server.pool.query("select record_job_run('transfers', true)"), /no job/);
    await server.pool.query("select record_job_run('verify', false)");
    const keepsSuccess = "select succeeded_at is distinct from ran_at from job_runs where job = 'verify'";
    assert.equal(await readValue(server.owner, keepsSuccess), true);
    const isOpen = await readValue<boolean>(
      server.owner,
      "select has_function_privilege('public', 'forget_expired(text, int)', 'execute')",
    );
    assert.equal(isOpen, false);
  });

  test('forget expired: an old session is deleted after its many refresh tokens, in parts', async () => {
    const ids = await readColumn<string>(
      server.owner,
      `insert into sessions (user_id, expires_at) select 1, now() - n * interval '1 hour'
          from unnest(array[23, 25, 23]) n returning id`,
    );
    await server.owner.query(
      `insert into login_failures select 'name:' || n, 1, now() - n * interval '1 minute'
        from unnest(array[59, 61]) n;
       insert into game_openings (user_id, provider_code, game_code, created_at)
         select 1, 'NAGA', n, now() - n * interval '1 hour' from unnest(array[23, 25]) n`,
    );
    await server.owner.query(
      `insert into refresh_tokens (token_hash, session_id, generation)
         select sha256(convert_to(id::text || n, 'UTF8')), id, n
           from unnest($1::uuid[]) id, generate_series(1, $2) n`,
      [ids.slice(0, 2), BATCH_SIZE * 3],
    );
    assert.equal(await forgetExpired(server.pool, BATCH_SIZE), BATCH_SIZE * 3 + 3);
    const kept = `select subject from login_failures union all select game_code from game_openings
          union all select id::text from sessions where id = $1`;
    assert.deepEqual(await readColumn(server.owner, kept, [ids[2]]), ['name:59', '23', ids[2]]);
    const { rows: left } = await server.owner.query<{ session_id: string; tokens: number }>(
      'select session_id, count(*)::int as tokens from refresh_tokens where session_id = any($1) group by 1',
      [ids],
    );
    assert.deepEqual(left, [{ session_id: ids[0], tokens: BATCH_SIZE * 3 }]);
  });
});
