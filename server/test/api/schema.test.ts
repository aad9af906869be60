import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startDemoDatabase } from '@palier/faults/actors/demo-database';
import { createPool } from '../../src/database/pool';
import { writtenSchema } from './written-schema';

const FILE = fileURLToPath(new URL('../../schema.sql', import.meta.url));

let schema: string;
before(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'palier-schema-'));
  await chmod(folder, 0o755);
  const database = await startDemoDatabase(folder);
  const owner = createPool(database.url, { asOwner: true });
  schema = await writtenSchema(owner);
  await owner.end();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
  if (process.env.RECORD === '1') await writeFile(FILE, schema);
});

test('When the migrations have run, then the schema is the one that schema.sql lets one read', async () =>
  assert.deepEqual((await readFile(FILE, 'utf8')).split('\n'), schema.split('\n')));
