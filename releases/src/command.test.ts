import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { program } from '@palier/scripts/process/program';
import { runNode } from '@palier/scripts/process/run';
import { activate } from './registry-changes';
import { changeRegistry, readRegistry } from './store';

const released = { entry: '/e.js', preload: [], styles: [], integrity: { '/e.js': 'sha384-x' } };
let root: string;
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'palier-command-'));
});
after(() => rm(root, { recursive: true, force: true }));

/** `npm run release -- …` on a store, as an operator runs it. */
const releaseIn = (store: string, words: readonly string[]) =>
  runNode([...program('releases/src/main.ts'), ...words], {
    env: { REMOTES_ROOT: store, DATA_DIR: root, DATABASE_URL: undefined },
  });
const release = (...words: string[]) => releaseIn(root, words);

for (const [words, says] of [
  [[], /What shall be done\?/],
  [['--help'], /Unknown option '--help'\./],
  [['publish', 'reports', '--force'], /Unknown option '--force'\./],
  [['canary', 'reports', '1.0.0', '--percent'], /'--percent <value>' argument missing\./],
  [['constructor'], /"constructor" is no release command\./],
  [['activate'], /Which remote\? One of: /],
  [['activate', 'report', '1.0.0'], /"report" is no remote\. Remotes: /],
  [['activate', 'reports'], /Which version\?/],
  [['activate', 'reports', '../1.0.0'], /"\.\.\/1\.0\.0" is no version\./],
  [['canary', 'reports', '1.0.0'], /either --percent or --subtree/],
  [
    ['canary', 'reports', '1.0.0', '--percent', '0'],
    /--percent is "0"; it must be a whole number from 1 to 100/,
  ],
  [['origin', 'reports', 'reports.example'], /"reports\.example" is no origin/],
  [['prune', '--keep', 'all'], /--keep is "all"/],
  [['activate', 'reports', '1.0.0', '--percent', '5'], /activate takes no --percent\./],
  [['activate', 'reports', '1.0.0', '2.0.0'], /activate does not take "2\.0\.0"\./],
  [['rollback', 'reports', '1.0.0'], /rollback does not take "1\.0\.0"\./],
  [['status', 'reports'], /status does not take "reports"\./],
] as const)
  test(`When the words are "${words.join(' ')}", then one line says what is wrong, and the usage what is right`, async () => {
    const { code, output } = await release(...words);
    assert.equal(code, 1);
    assert.match(output.trim().split('\n')[0] ?? '', says);
    assert.match(output, /npm run release -- publish <remote>/);
    assert.doesNotMatch(output, /\n +at /, 'a stack');
  });

test('When nothing was ever activated, then rollback and canary say what to do first', async () => {
  for (const words of [
    ['rollback', 'reports'],
    ['canary', 'reports', '1.0.0', '--percent', '5'],
  ]) {
    const { code, output } = await release(...words);
    assert.equal(code, 1);
    assert.match(output, /reports has no active version yet\.\n.*release -- activate reports/);
  }
});

test('When a release is rolled back, then the store in which users lose it is told: it may not be the one that was meant', async () => {
  for (const version of ['1.0.0', '2.0.0']) {
    await changeRegistry(root, await readRegistry(root), `activate reports ${version}`, (registry) =>
      activate(registry, 'reports', version, released),
    );
  }
  const { code, output } = await release('rollback', 'reports');
  assert.equal(output.trim(), `reports 1.0.0 is active again in ${root}.`);
  assert.equal(code, 0);
});

test('When the store has a remote that this tree does not, then status shows it and it can be rolled back', async () => {
  const store = join(root, 'other-tree');
  for (const version of ['1.0.0', '2.0.0']) {
    await mkdir(join(store, 'tournaments', version), { recursive: true });
    await changeRegistry(store, await readRegistry(store), `activate tournaments ${version}`, (registry) =>
      activate(registry, 'tournaments', version, released),
    );
  }
  assert.match((await releaseIn(store, ['status'])).output, /\ntournaments\n {2}active +2\.0\.0\n/);
  const { output } = await releaseIn(store, ['rollback', 'tournaments']);
  assert.equal(output.trim(), `tournaments 1.0.0 is active again in ${store}.`);
  assert.match((await releaseIn(store, ['rollback', 'stranger'])).output, /"stranger" is no remote\./);
});

test('When a canary names the active version, then it is told that everyone has it', async () => {
  const { code, output } = await release('canary', 'reports', '1.0.0', '--percent', '5');
  assert.equal(code, 1);
  assert.match(output, /reports 1\.0\.0 is active: everyone has it\./);
});

test('When the origins of overrides are asked for, then they are told and nothing is changed; "none" ends them', async () => {
  const origin = 'http://localhost:3101';
  assert.match((await release('overrides', origin)).output, /allowed from: http:\/\/localhost:3101\n/);
  assert.match((await release('overrides')).output, /allowed from: http:\/\/localhost:3101\n/);
  assert.deepEqual((await readRegistry(root)).overrideOrigins, [origin]);
  assert.match((await release('overrides', 'none')).output, /Overrides are off\./);
  assert.deepEqual((await readRegistry(root)).overrideOrigins, []);
});

// Only Linux has a folder in which not even root may write.
const isLinux = process.platform === 'linux';
test(
  'When the disk takes nothing, then it is said in a sentence, and that users keep what they have',
  { skip: !isLinux },
  async () => {
    const store = join(root, 'no-disk');
    await mkdir(join(store, '.store'), { recursive: true });
    await symlink('/sys/kernel', join(store, '.store/history'));
    const { code, output } = await releaseIn(store, ['overrides', 'none']);
    assert.equal(code, 1);
    assert.match(output, /✗ The store .*no-disk cannot be written: E\w+: .*\nUsers keep what they have\./);
    assert.doesNotMatch(output, /\n +at /, 'a stack');
  },
);
