import assert from 'node:assert/strict';
import type { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inTransaction, type Pool } from '../../src/database/pool';
import { batchReads } from '../../src/concurrency/batch-reads';
import { isUnreachable } from '../../src/database/database-errors';
import { createLedgerWriter } from '../../src/ledger/writer';
import { startPalier } from '../api/start-test-server';

/** Six lots of what goes together. */
const CALLERS = 6 * 256;
/** Shared reads and the ledger each ask two things at once. */
const AT_ONCE = 2;

/** A database that answers nothing, until each asker's patience ends. */
function silentDatabase() {
  const asked: ((error: Error) => void)[] = [];
  return {
    asked,
    ask: () => new Promise<never>((_resolve, reject) => asked.push(reject)),
    endPatience() {
      for (const giveUp of asked) giveUp(new Error('Query read timeout'));
    },
  };
}

/** Asserts that every caller has failed once the first askers have waited in vain. */
async function assertFailTogether(
  { asked, endPatience }: ReturnType<typeof silentDatabase>,
  call: () => Promise<unknown>,
): Promise<void> {
  let failed = 0;
  const ask = () => call().catch(() => (failed += 1));
  void ask();
  // By then the first asks alone; what comes next is asked for by the second, and the rest waits.
  while (asked.length === 0) await nextTurn();
  for (let callers = 1; callers < CALLERS; callers += 1) void ask();
  while (asked.length < AT_ONCE) await nextTurn();
  endPatience();
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  assert.deepEqual([failed, asked.length], [CALLERS, AT_ONCE]);
}

test('When the database is silent, then all who wait for a shared read fail together, not lot after lot', async () => {
  const database = silentDatabase();
  const find = batchReads<string, string>(database.ask);
  await assertFailTogether(database, () => find('key'));
});

test('When the database is silent, then the movements that wait to be written fail together too', async () => {
  const database = silentDatabase();
  const ledger = createLedgerWriter({ query: database.ask } as unknown as Pool);
  const deposit = {
    kind: 'DEPOSIT',
    agentAccountId: 1,
    agentUserId: 1,
    receiverUsername: 'client',
    amount: 1n,
  } as const;
  await assertFailTogether(database, () => ledger.applyAgent(deposit));
});

test('When the database ends a connection between two statements of a transaction, then the caller is told that it is away', async (context) => {
  const palier = await startPalier();
  context.after(() => palier.stop());
  await assert.rejects(
    inTransaction(palier.pool, async (client) => {
      const ended = new Promise((resolve) => (client as unknown as EventEmitter).once('end', resolve));
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      await palier.owner.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await ended;
      await client.query('select');
    }),
    isUnreachable,
  );
});
