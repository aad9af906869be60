import { join } from 'node:path';
import { startEmbeddedPostgres } from '@palier/stack/postgres/embedded';
import { buildAll } from '@palier/releases/build-all';
import { freePort } from '@palier/base/process/free-port';
import { program } from '@palier/base/process/program';
import { untilReady } from '@palier/base/process/ready';
import { startService } from '@palier/base/process/service';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
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
      return FIRST_START;
    },
  };
}

/** The readings with the existing build, each in a new folder. */
export const FIRST_START = { subject: startProduct, reference: startDatabase };

/** Milliseconds until a new product answers; stops it afterwards. */
async function startProduct(): Promise<number> {
  const folder = await temporaryFolder();
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
    args: [...program('scripts/commands/start.ts'), '--no-build'],
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

async function startDatabase(): Promise<number> {
  const folder = await temporaryFolder();
  const startedAt = performance.now();
  const database = await startEmbeddedPostgres({ dataDir: folder });
  const took = performance.now() - startedAt;
  await database.stop();
  return took;
}
