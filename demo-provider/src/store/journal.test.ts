import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fail, fileMethods } from '../testing/failing-disk.js';
import { openJournal } from './journal.js';
import type { Entry } from './records.js';

const userEntry = (userCode: string): Entry => ({ kind: 'user', userCode });

/** A journal's place, and how to open it and read it whole. */
async function setUp(context: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'demo-provider-journal-'));
  context.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'rounds.jsonl');
  async function read(): Promise<Entry[]> {
    const entries: Entry[] = [];
    const journal = await openJournal(path, (entry) => entries.push(entry));
    await journal.close();
    return entries;
  }
  return { path, open: () => openJournal(path, () => undefined), read };
}

/** Writes one entry and half of another, then finds the disk full. */
async function writeHalf(this: FileHandle, data: string | Uint8Array): Promise<never> {
  await this.write(`${String(data)}{"kind":"us`);
  return fail('ENOSPC');
}

test('When the disk fills in mid-write, then nothing of the batch stays, and what is written once there is space is read again', async (context) => {
  const { open, read } = await setUp(context);
  const journal = await open();
  await journal.append(userEntry('before'));
  context.mock.method(await fileMethods(), 'appendFile', writeHalf, { times: 1 });
  const lost = await Promise.allSettled([
    journal.append(userEntry('lost')),
    journal.append(userEntry('too')),
  ]);
  assert.deepEqual(
    lost.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  await journal.append(userEntry('after'));
  await journal.close();
  assert.deepEqual(await read(), [userEntry('before'), userEntry('after')]);
});

for (const [fault, failing] of [
  ['what a full disk let through cannot be cut off', { appendFile: writeHalf, truncate: () => fail('EIO') }],
  ['the disk does not say that it holds an entry', { datasync: () => fail('EIO') }],
] as const)
  test(`When ${fault}, then the journal takes no more until the next start, which reads what was acknowledged`, async (context) => {
    const { open, read } = await setUp(context);
    const journal = await open();
    await journal.append(userEntry('before'));
    const methods = await fileMethods();
    const mocks = Object.entries(failing).map(([name, fails]) =>
      context.mock.method(methods, name as 'datasync', fails as () => Promise<never>, { times: 1 }),
    );
    await assert.rejects(journal.append(userEntry('lost')), { code: /ENOSPC|EIO/ });
    for (const { mock } of mocks) assert.equal(mock.callCount(), 1);
    await assert.rejects(journal.append(userEntry('refused')), /takes no more entries until the next start/);
    await journal.close();
    const kept = await read();
    assert.deepEqual(kept[0], userEntry('before'));
    assert.ok(!JSON.stringify(kept).includes('refused'));
  });

test('When a line is longer than what is read at once, or cut within a character, then it is read whole, and a torn last line is cut off', async (context) => {
  const { path, read } = await setUp(context);
  const entries = [0, 1, 2].map((place) => userEntry(`${'x'.repeat(place)}${'é'.repeat(700_000)}\u2028`));
  const whole = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  await writeFile(path, `${whole}{"kind":"user","userCo`);
  assert.deepEqual(await read(), entries);
  assert.equal(await readFile(path, 'utf8'), whole);
});

test('When no line is torn, then a start cuts nothing off', async (context) => {
  const { path, read } = await setUp(context);
  await writeFile(path, `${JSON.stringify(userEntry('ali'))}\n`);
  const { mock } = context.mock.method(await fileMethods(), 'truncate');
  assert.deepEqual(await read(), [userEntry('ali')]);
  assert.equal(mock.callCount(), 0);
});

test('When a line before the last is damaged, then the start is refused and says which', async (context) => {
  const { path, read } = await setUp(context);
  await writeFile(path, '{"kind":"user","userCode":"ali"}\n{"kind":"us{"kind":"user","userCode":"ali"}\n');
  await assert.rejects(read(), /damaged at line 2$/);
});
