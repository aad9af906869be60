import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@palier/scripts/postgres/embedded';
import { buildAll } from '@palier/scripts/build/build-all';
import { freePort } from '@palier/scripts/process/free-port';
import { program } from '@palier/scripts/process/program';
import { untilReady } from '@palier/scripts/process/ready';
import { startService } from '@palier/scripts/process/service';
import type { BenchRow } from './row';

export function firstStartRow(): BenchRow {
  return {
    id: 'first-start',
    group: 'start',
    title: 'npm start on an empty folder, pages built, until the first 200',
    unit: 'ms',
    reference: 'initdb and start of its PostgreSQL alone',
    goal: { atMost: 3 },
    async prepare() {
      await buildAll();
      return firstStartIn(tmpdir());
    },
  };
}

/** The readings with the existing build, each in a new folder in `place`. */
export const firstStartIn = (place: string) => ({
  subject: (): Promise<number> => inNewFolder(place, startProduct),
  reference: (): Promise<number> => inNewFolder(place, startDatabase),
});

async function inNewFolder(place: string, read: (folder: string) => Promise<number>): Promise<number> {
  const folder = await mkdtemp(join(place, 'palier-first-start-'));
  // When started by root, PostgreSQL runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o755);
  try {
    return await read(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Milliseconds until a new product answers; stops it afterwards. */
async function startProduct(folder: string): Promise<number> {
  const port = await freePort();
  const env = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: '',
    PROVIDER_DATABASE_URL: '',
    PORT: String(port),
    DEMO_PROVIDER_PORT: String(await freePort()),
  };
  const startedAt = performance.now();
  const product = await startService({
    title: 'npm start',
    args: [...program('scripts/src/start.ts'), '--no-build'],
    env,
    logFile: join(folder, 'start.log'),
  });
  try {
    await untilReady(product, `http://127.0.0.1:${port}/readyz`);
    return performance.now() - startedAt;
  } finally {
    await product.stop();
  }
}

async function startDatabase(folder: string): Promise<number> {
  const startedAt = performance.now();
  const database = await startEmbeddedPostgres({ dataDir: folder });
  const took = performance.now() - startedAt;
  await database.stop();
  return took;
}
