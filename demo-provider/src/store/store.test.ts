import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import { createTestDatabase, queryDatabase, releaseTestDatabase } from '../testing/test-database.js';
import type { Round } from './records.js';
import { openStore } from './store.js';

const played = { sessionKey: 'session-1', userCode: 'ali', providerCode: 'HABANERO', gameCode: 'a-game' };
const session = { ...played, expiresAt: '2026-11-22T16:00:00.000Z' };

const createRound = (fields: Partial<Round> = {}): Round => ({
  roundId: randomUUID(),
  spinId: randomUUID(),
  ...played,
  stakeMillimes: 1000,
  debitTxnId: randomUUID(),
  creditTxnId: randomUUID(),
  createdAt: '2026-11-22T10:00:00.000Z',
  debit: 'unknown',
  winMillimes: 0,
  credit: 'none',
  ...fields,
});

async function openTestStore(context: TestContext) {
  const databaseUrl = await createTestDatabase();
  const store = await openStore(databaseUrl);
  context.after(async () => {
    await store.close();
    releaseTestDatabase(databaseUrl);
  });
  await store.addPlayer(session.userCode);
  await store.addSession(session);
  async function addSettled(fields: Partial<Round> = {}): Promise<Round> {
    const round = createRound(fields);
    await store.addRound(round);
    const settled: Round = { ...round, debit: 'accepted', stops: [[1, 2]], settledAt: round.createdAt };
    await store.saveRound(settled);
    return settled;
  }
  return { databaseUrl, store, addSettled };
}

test('store: a saved round is read back with the same fields', async (context) => {
  const { store } = await openTestStore(context);
  const round = createRound({ balanceBefore: 12.25, flight: { number: 0, secret: 'ab', autoCashOut: 150 } });
  await store.addRound(round);
  assert.deepEqual(await store.readRound(round.roundId), round);
  const paid: Round = {
    ...round,
    debit: 'accepted',
    credit: 'accepted',
    winMillimes: 1500,
    balance: 13.125,
    settledAt: '2026-11-22T10:00:01.250Z',
  };
  await store.saveRound(paid);
  assert.deepEqual(await store.lastRound(round.sessionKey), paid);
  assert.deepEqual(await store.openRounds(), []);
});

test('store: a second open round of a session and a used spin id are refused', async (context) => {
  const { store, addSettled } = await openTestStore(context);
  const { spinId } = await addSettled();
  await assert.rejects(store.addRound(createRound({ spinId })), /unique/);
  const next = createRound();
  await store.addRound(next);
  assert.deepEqual(await store.lastRound(next.sessionKey), next);
  await assert.rejects(store.addRound(createRound()), /unique/);
});

test('store: the log has the transactions of a period in order, page by page', async (context) => {
  const { store, addSettled } = await openTestStore(context);
  const [before, first, second, third, after] = [
    await addSettled({ createdAt: '2026-11-22T09:59:59.999Z' }),
    await addSettled({ createdAt: '2026-11-22T10:00:00.000Z', credit: 'unknown' }),
    // The clock was set back: this round is older by its date.
    await addSettled({ createdAt: '2026-11-22T10:00:02.000Z' }),
    await addSettled({ createdAt: '2026-11-22T10:00:01.999Z' }),
    await addSettled({ createdAt: '2026-11-22T10:00:03.000Z' }),
  ];
  await addSettled({ createdAt: '2026-11-22T10:00:01.000Z', flight: { number: 0, secret: 'ab' } });
  await store.addPlayer('badra');
  await addSettled({ userCode: 'badra', createdAt: '2026-11-22T10:00:01.000Z' });
  await store.addRound(createRound({ createdAt: '2026-11-22T10:00:01.000Z' }));
  const period = { start: '2026-11-22T10:00:00Z', end: '2026-11-22T10:00:02Z' };
  const page = async (index: number, userCode: string | null = 'ali') => {
    const filter = { userCode, isCrash: false, ...period };
    const { total, rows } = await store.listTransactions(filter, { index, size: 3 });
    return [total, ...rows.map(({ round, step }) => `${round.roundId} ${step}`)];
  };
  assert.deepEqual(await page(0), [
    4,
    `${first.roundId} debit`,
    `${first.roundId} credit`,
    `${second.roundId} debit`,
  ]);
  assert.deepEqual(await page(1), [4, `${third.roundId} debit`]);
  assert.deepEqual(await page(2), [4]);
  assert.equal((await page(0, null))[0], 5);
  assert.deepEqual((await store.recentRounds(session, 3))[2], after);
  assert.notEqual(before.roundId, first.roundId);
});

test('store: it reconnects after lost connections and still excludes a second provider', async (context) => {
  const { databaseUrl, store, addSettled } = await openTestStore(context);
  const round = await addSettled();
  await queryDatabase(
    databaseUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  // The pool may still hand out a connection whose end it has not noticed.
  await store.readRound(round.roundId).catch(() => undefined);
  await store.saveRound(round).catch(() => undefined);
  assert.deepEqual(await store.readRound(round.roundId), round);
  await addSettled();
  await assert.rejects(openStore(databaseUrl), /it is in use by another demo provider/);
});

test('store: the error names the setting of a database that cannot be reached', async () => {
  await assert.rejects(
    openStore('postgresql://provider:secret@127.0.0.1:1/none'),
    (error: Error) =>
      /PROVIDER_DATABASE_URL cannot be used: .*ECONNREFUSED/.test(error.message) &&
      !error.message.includes('secret'),
  );
});
