import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { verifyLedger } from '@palier/server/operator';
import { measureRow } from '../measure';
import type { BenchRow } from '../row';
import { writeHistory, writeRounds } from './history';
import { lastRows, ledgerRows } from './ledger-rows';
import { asOwner, populate, readAgents } from './populate';
import { createEnvironment, type Environment } from './environment';

const FORGERY_SQL = "update accounts set balance = balance + 1 where code = 'user:c1.agent2'";

describe('environment of the bench', () => {
  let environment: Environment;
  const said: string[] = [];
  before(async () => {
    environment = createEnvironment({
      folder: await temporaryFolder(),
      seconds: 1,
      size: 1_000,
      soakMinutes: 0.1,
      say: (line) => said.push(line),
    });
  });
  after(() => environment.close());

  const lastCheckpoint = (url: string): Promise<string> =>
    asOwner(url, async (client) => {
      const { rows } = await client.query<{ lsn: string }>(
        'select checkpoint_lsn::text as lsn from pg_control_checkpoint()',
      );
      return rows[0]!.lsn;
    });

  const rowOf = (id: string): BenchRow => ledgerRows(environment).find((row) => row.id === id)!;

  test('bench environment: a checkpoint of its PostgreSQL precedes a reading', async () => {
    const { checkpoint } = await rowOf('bytes').prepare();
    const { databaseUrl } = await environment.ledger();
    const before = await lastCheckpoint(databaseUrl);
    await checkpoint?.();
    assert.notEqual(await lastCheckpoint(databaseUrl), before);
  });

  test('soak: memory and p99 of the end are compared with the start, with a verified ledger', async () => {
    const options = { rounds: 3, patienceMs: 0, say: () => undefined };
    for (const soak of lastRows(environment)) {
      const { rounds, figure, ledgerFault } = await measureRow(soak, options);
      assert.ok(rounds === 1 && figure.median > 0, `${rounds} ${figure.median}`);
      assert.equal(ledgerFault, undefined);
    }
    assert.equal(said.at(-1), '  verifying the ledger of bench_2000x5 …');
  });

  const give = async (databaseUrl: string): Promise<void> => {
    const [agent] = await readAgents(databaseUrl);
    await asOwner(databaseUrl, (client) =>
      client.query("select post_agent_transfer('DEPOSIT', $1, $2, 'c1.agent1', 1000000, null, null)", [
        agent?.accountId,
        agent?.userId,
      ]),
    );
  };

  test('ledger checks: only databases with new transfers are verified', async () => {
    const small = await environment.database('bench_test', (url) =>
      populate(url, { agents: 2, childrenEach: 1 }),
    );
    const { recount } = await rowOf('bytes').prepare();
    const { databaseUrl: ledger } = await environment.ledger();
    assert.equal(await recount?.(), null);
    for (const [url, name] of [
      [ledger, 'bench_2000x5'],
      [small, 'bench_test'],
    ] as const) {
      await give(url);
      assert.equal(await recount?.(), null);
      await asOwner(url, (client) => client.query(FORGERY_SQL));
      assert.equal(await recount?.(), null, 'no transfer since the last verification');
      await give(url);
      assert.equal(await recount?.(), `${name}: an account holds the sum of its postings (user:c1.agent2)`);
    }
  });

  test('bench environment: a second run creates ledgers again and reuses kept histories', async () => {
    const folder = await temporaryFolder();
    const made: string[] = [];
    const run = async (): Promise<void> => {
      const { database, close } = createEnvironment({ ...environment.options, folder });
      await database('written', async () => void made.push('written'));
      await database('history', async () => void made.push('history'), true);
      await close();
    };
    await run();
    await run();
    assert.deepEqual(made, ['written', 'history', 'written']);
  });

  test('written history: the ledger verifies, with the money issued before it moves', async () => {
    const url = await environment.database('bench_written', async (making) => {
      await populate(making, { agents: 3, childrenEach: 4 });
      await writeHistory(making, 600);
      await writeRounds(making, 300);
    });
    await asOwner(url, async (client) => {
      assert.equal(await verifyLedger(client), null);
      const { rows } = await client.query<{ days: number }>(
        // Rounded, because a day with a clock change has 23 or 25 hours.
        `select round(extract(epoch from now() - max(created_at)) / 86400)::int as days from transfers
          where kind = 'ISSUE'`,
      );
      assert.equal(rows[0]?.days, 91);
    });
  });
});
