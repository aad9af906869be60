import assert from 'node:assert/strict';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { SetupError } from '@palier/base/command';
import { runCommandFile } from '@palier/test-support/command-run';
import type { StoredTrial } from './results';
import type { DrillContext, DrillRow } from './row';
import { runRow } from './run-row';

const OPTIONS = { trials: 1, resume: false, root: '/' };
const RESULTS = new URL('../../docs/drill.md', import.meta.url);

/** Runs a row that fails before or after its fault; returns what was stored. */
async function storedOf(failsAfterFault: boolean): Promise<readonly StoredTrial[]> {
  let stored: readonly StoredTrial[] = [];
  const row: DrillRow = {
    id: 'example',
    fault: '',
    bound: '',
    async run({ faultBegins }) {
      if (failsAfterFault) faultBegins();
      throw new Error('no etcd');
    },
  };
  await runRow(row, OPTIONS, {
    contextOf: (trial, marks) => ({ trial, ...marks }) as DrillContext,
    discardSite: async () => undefined,
    store: async (_row, trials) => {
      stored = [...trials];
    },
  }).catch((error: unknown) => {
    assert.ok(error instanceof SetupError, String(error));
    assert.match(error.message, /nothing was stored: Error: no etcd/);
  });
  return stored;
}

test('drill: a trial whose set-up fails is not stored, one that fails after its fault is', async () => {
  assert.deepEqual(await storedOf(false), []);
  assert.deepEqual((await storedOf(true))[0]?.failures, ['exception: Error: no etcd']);
});

test('npm run drill: without its programs it exits 3, names them, and keeps the results', async () => {
  const before = await readFile(RESULTS, 'utf8');
  const root = await mkdtemp(path.join(tmpdir(), 'palier-empty-root-'));
  const run = runCommandFile('tests/drill/main.ts', ['primary-killed', 'restore', '--root', root], {});
  assert.equal(await run.ended, 3, run.said());
  assert.match(
    run.said(),
    /needs postgres, patroni, etcd, haproxy, pgbouncer, nats-server, initdb, pgbackrest/,
  );
  assert.match(run.said(), /npm run drill -- prepare <folder>/);
  assert.equal(await readFile(RESULTS, 'utf8'), before);
});

test('npm run drill -- prepare: without debootstrap it exits 3 with the install command', async () => {
  const run = runCommandFile('tests/drill/main.ts', ['prepare', '/nowhere'], {
    DEBOOTSTRAP_BINARY: '/nowhere/debootstrap',
  });
  assert.equal(await run.ended, 3, run.said());
  assert.match(run.said(), /apt-get install debootstrap/);
});
