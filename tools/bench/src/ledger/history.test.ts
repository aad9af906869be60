import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { verifyLedger } from '@palier/server/operator/verify';
import { writeHistory, writeRounds } from './history';
import { asOwner, fund, populate } from './populate';
import { createEnvironment } from './environment';

test('written history: the ledger verifies, and the money was issued before its first transfer', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'palier-bench-'));
  await chmod(folder, 0o755);
  const environment = createEnvironment({
    folder,
    seconds: 1,
    size: 1_000,
    soakMinutes: 0.1,
    say: () => undefined,
  });
  t.after(async () => {
    await environment.close();
    await rm(folder, { recursive: true, force: true });
  });
  const url = await environment.database('bench_test', async (making) => {
    await populate(making, { agents: 3, childrenEach: 4 });
    await fund(making);
    await writeHistory(making, 600);
    await writeRounds(making, 300);
  });
  await asOwner(url, async (client) => {
    assert.equal(await verifyLedger(client), null);
    const { rows } = await client.query<{ days: number }>(
      // Rounded, because a day with a clock change has 23 or 25 hours.
      "select round(extract(epoch from now() - max(created_at)) / 86400)::int as days from transfers where kind = 'ISSUE'",
    );
    assert.equal(rows[0]?.days, 91);
  });
});
