import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { startEmbeddedPostgres } from '../src/database/embedded';

test('When PostgreSQL does not stop in time, then it is ended at once, and has kept what it acknowledged', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'palier-embedded-'));
  await chmod(folder, 0o755);
  const asked = async (url: string, text: string): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<object>(text).finally(() => client.end());
    return rows;
  };
  const stuck = await startEmbeddedPostgres({ dataDir: folder, stopLimitMs: 500 });
  await asked(stuck.url, 'create table kept as select 7 as number');
  // Without its checkpointer it cannot come to the end of an orderly stop.
  const [pid] = (await readFile(path.join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', pid ?? ''], { encoding: 'utf8' });
  process.kill(Number(/^ *(\d+) .*checkpointer/m.exec(children)?.[1]), 'SIGSTOP');
  await stuck.stop();

  const again = await startEmbeddedPostgres({ dataDir: folder });
  assert.deepEqual(await asked(again.url, 'select number from kept'), [{ number: 7 }]);
  await again.stop();
  await rm(folder, { recursive: true, force: true });
});
