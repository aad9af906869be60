import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const BACKUP_CHECK = fileURLToPath(new URL('../../../deploy/backup/backup-check', import.meta.url));

test('backup-check: its folder exists and others may read it, only its account reaches the restored copy and other data stay', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'palier-backup-'));
  t.after(() => rm(folder, { recursive: true }));
  const scratch = join(folder, 'scratch');
  // A folder of PostgreSQL, which an operator named by mistake.
  await mkdir(join(scratch, 'data'), { recursive: true });
  await writeFile(join(scratch, 'data/PG_VERSION'), '18');
  for (const name of ['postgres', 'initdb', 'pg_ctl'])
    await writeFile(join(folder, name), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const check = execFile(BACKUP_CHECK, ['--dump', join(folder, 'initdb')], {
    env: { ...process.env, PG_BIN: folder, BACKUP_SCRATCH: scratch },
  });
  assert.equal(await new Promise((resolve) => check.once('close', resolve)), 3);
  assert.equal((await stat(scratch)).mode & 0o777, 0o700);
  assert.ok(await stat(join(scratch, 'data/PG_VERSION')));
});
