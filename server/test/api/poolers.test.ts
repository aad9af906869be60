import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import path from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { createTestDatabase, type TestDatabase } from '@palier/test-support/test-database';
import { untilTrue } from '@palier/test-support/wait-until';
import { freePort } from '@palier/base/process/free-port';
import { tryWithAdvisoryLock } from '../../src/database/advisory-lock';
import { createPool, inTransaction } from '../../src/database/pool';

const isInstalled = spawnSync('pgbouncer', ['--version']).status === 0;
const options = { skip: isInstalled ? false : 'no pgbouncer on the PATH' };

let database: TestDatabase;
before(async () => (database = await createTestDatabase('schema')));
after(() => database.drop());

/**
 * Runs PgBouncer between the server and the database until the end of the test. Returns the address of the
 * database at PgBouncer, with the login of the server.
 */
async function startPooler(context: TestContext, settings: string): Promise<string> {
  const address = new URL(database.applicationUrl);
  const port = await freePort();
  const users = path.join(database.folder, 'users.txt');
  const file = path.join(database.folder, `pgbouncer-${port}.ini`);
  await writeFile(users, `"${address.username}" "${address.password}"\n`);
  await writeFile(
    file,
    `[databases]\n* = host=${address.hostname} port=${address.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
ignore_startup_parameters = extra_float_digits, options
${settings}
`,
  );
  await chmod(users, 0o644);
  // PgBouncer refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const pooler = spawn('pgbouncer', ['-q', ...asUser, file], { stdio: 'ignore' });
  context.after(async () => {
    const ended = once(pooler, 'exit');
    pooler.kill('SIGKILL');
    await ended;
  });
  assert.ok(await untilTrue(() => accepts(port), 30_000), 'PgBouncer does not listen');
  return Object.assign(address, { port: String(port) }).href;
}

function accepts(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1');
  return once(socket, 'connect').then(
    () => (socket.destroy(), true),
    () => false,
  );
}

test('PgBouncer: named statements, transactions and locks work in session mode', options, async (context) => {
  const url = await startPooler(context, 'pool_mode = session\ndefault_pool_size = 2');
  // A second pool gets the sessions that the first one had.
  for (let round = 0; round < 2; round += 1) {
    const pool = createPool(url);
    // The first connection opens alone: its proof needs a second one, and the pooler has two sessions.
    await pool.query('select');
    const statement = { name: 'named', text: 'select $1::int as n' };
    const results = await Promise.all(
      [1, 2].map((n) => pool.query<{ n: number }>({ ...statement, values: [n] })),
    );
    assert.deepEqual(
      results.map(({ rows }) => rows[0]?.n),
      [1, 2],
    );
    const inside = await tryWithAdvisoryLock(pool, 'test', () =>
      tryWithAdvisoryLock(pool, 'test', () => Promise.resolve('taken twice')),
    );
    assert.equal(inside, null);
    await inTransaction(pool, (client) => client.query('delete from remote_failures'));
    await pool.end();
  }
});

for (const [mode, more] of [
  ['transaction', ''],
  ['transaction', 'server_reset_query_always = 1'],
  ['transaction', 'server_round_robin = 1'],
  ['statement', ''],
] as const)
  test(
    `PgBouncer: ${[mode, 'mode', more].join(' ').trim()} refuses the server with a sentence`,
    options,
    async (context) => {
      const url = await startPooler(context, `pool_mode = ${mode}\n${more}`);
      const pool = createPool(url);
      context.after(() => pool.end());
      await assert.rejects(pool.query('select'), /set pool_mode = session in PgBouncer/);
      await assert.rejects(pool.query('select'), /set pool_mode = session in PgBouncer/);
    },
  );
