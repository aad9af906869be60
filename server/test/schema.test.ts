import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startDemoDatabase } from '../faults/demo-database';
import { createPool } from '../src/database/pool';
import { writtenSchema } from './written-schema';

const FILE = fileURLToPath(new URL('../schema.sql', import.meta.url));

let schema: string;
let snapshot: string[];
before(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'palier-schema-'));
  await chmod(folder, 0o755);
  const database = await startDemoDatabase(folder);
  const owner = createPool(database.url, { asOwner: true });
  schema = await writtenSchema(owner);
  const query = await readFile(new URL('./schema-snapshot.sql', import.meta.url), 'utf8');
  snapshot = (await owner.query<{ text: string }>(query)).rows.map(({ text }) => text);
  await owner.end();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
  if (process.env.RECORD === '1') await writeFile(FILE, schema);
});

test('When the migrations have run, then the schema is the one that schema.sql lets one read', async () =>
  assert.deepEqual((await readFile(FILE, 'utf8')).split('\n'), schema.split('\n')));

/** Recorded by `RECORD=1 node --import tsx --test test/schema.test.ts` in server/, after a change that was meant. */
test('schema: a new database has the columns, constraints, rights and settings of functions that are recorded', async () => {
  const recording = new URL('./schema-snapshot.txt', import.meta.url);
  const lines = (await readFile(recording, 'utf8')).trimEnd().split('\n');
  assert.deepEqual(snapshot, lines);
});
