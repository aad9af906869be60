import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { program } from '@palier/base/process/program';
import { runNode } from '@palier/base/process/run';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { UsageError } from '@palier/base/command';
import { runRelease } from './command';
import { readRegistry } from './store';
import { activateInStore } from './testing/test-store';

const root = await temporaryFolder();
process.env.DATA_DIR = root;
delete process.env.DATABASE_URL;

/** `npm run release -- …` on a store. */
function releaseIn(store: string, ...args: string[]): Promise<string> {
  process.env.REMOTES_ROOT = store;
  return runRelease(args);
}
const release = (...args: string[]) => releaseIn(root, ...args);

for (const [args, message] of [
  [[], /Which command\?/],
  [['publish', 'reports', '--force'], /Unknown option '--force'\./],
  [['canary', 'reports', '1.0.0', '--percent'], /'--percent <value>' argument missing\./],
  [['constructor'], /"constructor" is not a release command\./],
  [['activate'], /Which remote\? One of: /],
  [['activate', 'report', '1.0.0'], /"report" is not a remote\. Remotes: /],
  [['activate', 'reports'], /Which version\?/],
  [['activate', 'reports', '../1.0.0'], /"\.\.\/1\.0\.0" is not a version\./],
  [['canary', 'reports', '1.0.0'], /either --percent or --subtree/],
  [['canary', 'reports', '1.0.0', '--percent', '5', '--subtree', 'capo'], /either --percent or --subtree/],
  [
    ['canary', 'reports', '1.0.0', '--percent', '0'],
    /--percent is "0"; it must be a whole number from 1 to 100/,
  ],
  [['canary', 'reports', '1.0.0', '--subtree', 'two words'], /"two words" is not a username\./],
  [['origin', 'reports', 'reports.example'], /"reports\.example" is not an origin/],
  [['overrides', 'https://casino.example/a'], /"https:\/\/casino\.example\/a" is not an origin/],
  [['prune', '--keep', 'all'], /--keep is "all"/],
  [['tokens', 'new', 'team', '--days', '0'], /--days is "0"; it must be a whole number from 1 to 3650/],
  [['keys', 'reports', 'add', 'too-short'], /Give add or remove, and a public key\./],
  [['activate', 'reports', '1.0.0', '--percent', '5'], /activate does not take --percent\./],
  [['activate', 'reports', '1.0.0', '2.0.0'], /activate does not take "2\.0\.0"\./],
] as const)
  test(`release command "${args.join(' ')}": one line names the mistake, the usage follows`, async () => {
    await assert.rejects(release(...args), (error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.sentence, message);
      assert.match(error.remedy, /npm run release -- publish <remote>/);
      return true;
    });
  });

test('release command: rollback or canary without an active version, the message says to activate one', async () => {
  for (const words of ['rollback reports', 'canary reports 1.0.0 --percent 5'])
    await assert.rejects(
      release(...words.split(' ')),
      /reports has no active version yet\.\n.*release -- activate reports/,
    );
});

test('release command: a remote that only the store has, status shows it and rollback accepts it', async () => {
  const store = join(root, 'other-tree');
  for (const version of ['1.0.0', '2.0.0']) {
    await mkdir(join(store, 'tournaments', version), { recursive: true });
    await activateInStore(store, 'tournaments', version);
  }
  assert.match(await releaseIn(store, 'status'), /\ntournaments\n {2}active +2\.0\.0\n/);
  assert.equal(
    await releaseIn(store, 'rollback', 'tournaments'),
    `tournaments 1.0.0 is active again in ${store}.`,
  );
  await assert.rejects(releaseIn(store, 'rollback', 'stranger'), /"stranger" is not a remote\./);
});

test('release command: a canary of the active version is refused', async () => {
  await activateInStore(root, 'reports', '1.0.0');
  await assert.rejects(
    release('canary', 'reports', '1.0.0', '--percent', '5'),
    /reports 1\.0\.0 is already active for all users\./,
  );
});

test('release command: overrides without an origin lists the origins, "none" removes them', async () => {
  const origin = 'http://localhost:3101';
  assert.match(await release('overrides', origin), /allowed from: http:\/\/localhost:3101$/);
  assert.match(await release('overrides'), /allowed from: http:\/\/localhost:3101$/);
  assert.deepEqual((await readRegistry(root)).overrideOrigins, [origin]);
  assert.equal(await release('overrides', 'none'), 'Overrides are off.');
  assert.deepEqual((await readRegistry(root)).overrideOrigins, []);
});

test(
  'release command: the disk cannot be written, one sentence says so and that users keep what they have',
  { skip: process.platform !== 'linux' && 'only Linux has a folder that not even root can write' },
  async () => {
    const store = join(root, 'no-disk');
    await mkdir(join(store, '.store'), { recursive: true });
    await symlink('/sys/kernel', join(store, '.store/history'));
    const { code, output } = await runNode([...program('releases/src/main.ts'), 'overrides', 'none'], {
      env: { REMOTES_ROOT: store, DATA_DIR: root },
    });
    assert.equal(code, 3);
    assert.match(output, /✗ The store .*no-disk cannot be written: E\w+: .*\nUsers keep what they have\./);
    assert.doesNotMatch(output, /\n +at /, 'a stack');
  },
);
