import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemoDatabase } from '@palier/faults/actors/demo-database';
import { runNodeTests } from './node-tests';
import type { Tally } from './tally';

/** The server's tests, most of which begin with the demo: it is made once, and each file works on a copy. */
export async function runServerTests(): Promise<Tally> {
  // No `cp` there.
  if (process.platform === 'win32') return runNodeTests('server');
  const folder = await mkdtemp(join(tmpdir(), 'palier-demo-'));
  try {
    // As root, PostgreSQL runs as a user of its own, who must be able to walk through.
    await chmod(folder, 0o755);
    await (await startDemoDatabase(folder)).stop();
    return await runNodeTests('server', { DEMO_CLUSTER: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
