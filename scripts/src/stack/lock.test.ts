import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { takeLock } from './lock';

const WRITES = 2_000;

/** Reads the note until it is told to stop, and says how often there was no whole one. */
const READER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { readFileSync } = require('node:fs');
  let torn = 0, isOver = false;
  parentPort.on('message', () => (isOver = true));
  (function look() {
    for (let turn = 0; turn < 50; turn += 1)
      try { JSON.parse(readFileSync(workerData, 'utf8')); } catch { torn += 1; }
    if (isOver) { parentPort.postMessage(torn); parentPort.close(); } else setImmediate(look);
  })();`;

test('When the note changes while others read it, then they never see half of one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'palier-lock-'));
  const lock = await takeLock(folder);
  const reader = new Worker(READER, { eval: true, workerData: join(folder, 'palier.lock') });
  await once(reader, 'online');
  for (let turn = 0; turn < WRITES; turn += 1) lock.note({ rolled: { count: turn } });
  reader.postMessage('enough');
  const [torn] = (await once(reader, 'message')) as [number];
  lock.release();
  await rm(folder, { recursive: true });
  assert.equal(torn, 0);
});
