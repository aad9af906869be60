import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { isTimeout } from '../../src/database/database-errors';
import { createPool, type Pool } from '../../src/database/pool';
import { batchReads } from '../../src/concurrency/batch-reads';
import { createLedgerWriter } from '../../src/ledger/writer';

/** Six batches. */
const CALLERS = 6 * 256;
/** Batched reads and the ledger writer run two queries at once. */
const AT_ONCE = 2;

const deposit = {
  kind: 'DEPOSIT',
  agentAccountId: 1,
  agentUserId: 1,
  receiverUsername: 'client',
  amount: 1n,
} as const;

/** A database that does not answer until the queries time out. */
function silentDatabase() {
  const asked: ((error: Error) => void)[] = [];
  const statements: { readonly values?: unknown[][] }[] = [];
  return {
    asked,
    statements,
    ask: (statement: object) =>
      new Promise<never>((_resolve, reject) => {
        asked.push(reject);
        statements.push(statement);
      }),
    endPatience() {
      for (const giveUp of asked) giveUp(new Error('Query read timeout'));
    },
  };
}

/** Asserts that every caller has failed once the first queries have timed out. */
async function assertFailTogether(
  { asked, endPatience }: ReturnType<typeof silentDatabase>,
  call: () => Promise<unknown>,
): Promise<void> {
  let failed = 0;
  const ask = () => call().catch(() => (failed += 1));
  void ask();
  // The first query has one caller, the second takes those that come next, and the rest wait.
  while (asked.length === 0) await nextTurn();
  for (let callers = 1; callers < CALLERS; callers += 1) void ask();
  while (asked.length < AT_ONCE) await nextTurn();
  endPatience();
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  assert.deepEqual([failed, asked.length], [CALLERS, AT_ONCE]);
}

test('batched reads: all waiting callers fail together if the database is silent', async () => {
  const database = silentDatabase();
  const find = batchReads<string, string>(database.ask);
  await assertFailTogether(database, () => find('key'));
});

test('ledger writer: all waiting movements fail together if the database is silent', async () => {
  const database = silentDatabase();
  const ledger = createLedgerWriter({ query: database.ask } as unknown as Pool);
  await assertFailTogether(database, () => ledger.applyAgent(deposit));
});

test('ledger writer: the 4 097th waiting movement is refused, and a batch repeats no key', async () => {
  const database = silentDatabase();
  const ledger = createLedgerWriter({ query: database.ask } as unknown as Pool);
  const sent = [ledger.applyAgent(deposit)];
  while (database.asked.length === 0) await nextTurn();
  for (const _ of Array.from({ length: 2 })) sent.push(ledger.applyAgent({ ...deposit, key: 'same' }));
  for (let waiting = 2; waiting < 4_096; waiting += 1) sent.push(ledger.applyAgent(deposit));
  const failed = Promise.allSettled(sent);
  await assert.rejects(ledger.applyAgent(deposit), { code: 'unavailable' });
  while (database.asked.length < AT_ONCE) await nextTurn();
  const keys = database.statements[1]!.values![5]!;
  assert.deepEqual([keys.length, keys.filter((key) => key === 'same').length], [256, 1]);
  database.endPatience();
  await failed;
});

test('isTimeout: it is true for a connection that is accepted and never answered', async (context) => {
  const database = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(database, 'listening');
  context.after(() => database.close());
  const pool = createPool(`postgresql://user@127.0.0.1:${(database.address() as AddressInfo).port}/silent`);
  await assert.rejects(pool.query('select'), isTimeout);
});
