import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { BenchRow } from '../row';
import { ledgerRows } from './ledger-rows';
import { asOwner } from './populate';
import { createStage, type Stage } from './stage';

describe('the stage', () => {
  let folder: string;
  let stage: Stage;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'palier-bench-'));
    await chmod(folder, 0o755);
    stage = createStage({ folder, seconds: 1, size: 1_000, say: () => undefined });
  });
  after(async () => {
    await stage.close();
    await rm(folder, { recursive: true, force: true });
  });

  const lastCheckpoint = (url: string): Promise<string> =>
    asOwner(url, async (client) => {
      const { rows } = await client.query<{ lsn: string }>(
        'select checkpoint_lsn::text as lsn from pg_control_checkpoint()',
      );
      return rows[0]!.lsn;
    });

  const rowOf = (id: string): BenchRow => ledgerRows(stage).find((row) => row.id === id)!;

  test('When a row stands on the stage, then its readings begin with a checkpoint of the stage’s PostgreSQL', async () => {
    const { checkpoint } = await rowOf('bytes').prepare();
    const { databaseUrl } = await stage.place();
    const before = await lastCheckpoint(databaseUrl);
    await checkpoint?.();
    assert.notEqual(await lastCheckpoint(databaseUrl), before);
  });

  test('When no row has needed PostgreSQL yet, then there is nothing to write', async () => {
    const untouched = createStage({ folder, seconds: 1, size: 1_000, say: () => undefined });
    await untouched.checkpoint();
    await untouched.close();
  });
});
