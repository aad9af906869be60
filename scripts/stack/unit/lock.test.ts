import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { Worker } from 'node:worker_threads';
import { program } from '@palier/base/process/program';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { readLock, takeLock, type LockNote } from '../lock';

const WRITES = 500;
/** An id that no process has. */
const NO_PROCESS = 4_194_305;

/** Reads the note until it gets a message, then answers how many reads were incomplete. */
const READER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { readFileSync } = require('node:fs');
  let incomplete = 0, isOver = false;
  parentPort.on('message', () => (isOver = true));
  (function look() {
    for (let turn = 0; turn < 50; turn += 1)
      try { JSON.parse(readFileSync(workerData, 'utf8')); } catch { incomplete += 1; }
    if (isOver) { parentPort.postMessage(incomplete); parentPort.close(); } else setImmediate(look);
  })();`;

const IDLE = `setInterval(() => {}, 1_000); console.log('runs')`;

async function folderWith(note: LockNote): Promise<string> {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'palier.lock'), JSON.stringify(note));
  return folder;
}

/** A process with a command line of this repository. */
async function startOwnProcess(t: TestContext): Promise<ChildProcess & { readonly pid: number }> {
  const child = spawn(process.execPath, ['-e', IDLE, 'scripts/commands/idle.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child as ChildProcess & { readonly pid: number };
}

function withoutPs(t: TestContext): void {
  const { PATH } = process.env;
  process.env.PATH = '';
  t.after(() => (process.env.PATH = PATH));
}

test('lock: concurrent readers never see a partial note', async () => {
  const folder = await temporaryFolder();
  const lock = takeLock(folder);
  const reader = new Worker(READER, { eval: true, workerData: join(folder, 'palier.lock') });
  await once(reader, 'online');
  for (let turn = 0; turn < WRITES; turn += 1) lock.note({ restarts: { count: turn } });
  reader.postMessage('enough');
  const [incomplete] = (await once(reader, 'message')) as [number];
  lock.release();
  assert.equal(incomplete, 0);
});

test('lock: a running holder is recognised without ps', async (t) => {
  const holder = await startOwnProcess(t);
  const folder = await folderWith({ pid: holder.pid });
  withoutPs(t);
  assert.equal(readLock(folder)?.pid, holder.pid);
  assert.throws(() => takeLock(folder), /already runs/);
});

test('lock: a process of unknown command line holds its folder', async (t) => {
  const nameless = await startOwnProcess(t);
  withoutPs(t);
  const read = fs.readFileSync;
  t.mock.method(fs, 'readFileSync', (path: string, ...rest: []) => {
    if (/^\/proc\/\d+\/cmdline$/.test(path)) throw new Error('no such thing here');
    return read(path, ...rest);
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  const held = await folderWith({ pid: nameless.pid });
  assert.throws(() => takeLock(held), /already runs/);
});

test('lock: one of two starts takes the lock of a killed run', async (t) => {
  const folder = await folderWith({ pid: NO_PROCESS });
  const starters = [1, 2].map(() => {
    const child = spawn(process.execPath, [...program('scripts/stack/take-lock.program.ts'), folder]);
    t.after(() => child.kill('SIGKILL'));
    return child;
  });
  for (const { stdout } of starters) await once(stdout, 'data');
  const said = await Promise.all(
    starters.map(async ({ pid, stdin, stdout }) => {
      stdin.write('go\n');
      let text = '';
      stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
      while (!/has it|already runs/.test(text)) await once(stdout, 'data');
      return { pid, hasIt: text.includes('has it') };
    }),
  );
  const holders = said.filter(({ hasIt }) => hasIt);
  assert.equal(holders.length, 1);
  const note = JSON.parse(await readFile(join(folder, 'palier.lock'), 'utf8')) as LockNote;
  assert.equal(note.pid, holders[0]!.pid);
});
