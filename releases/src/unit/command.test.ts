import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { program } from '@palier/base/process/program';
import { runNode } from '@palier/base/process/run';
import { UsageError } from '@palier/base/command';
import { runRelease } from '../command';
import { readRegistry } from '../store';
import { activateInStore, provideTestStore } from '../testing/test-store';

const release = (...args: string[]): Promise<string> => runRelease(args);

describe('release command', () => {
  const at = provideTestStore();
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
    [['activate', 'reports', '1.0.0', '--despite', '\u2800'], /A reason is one line of at most 400/],
    [['activate', 'reports', '1.0.0', '--ungated', 'ur\u034fgent'], /A reason is one line of at most 400/],
  ] as const)
    test(`One line names the mistake in "${args.join(' ')}", and the usage follows`, async () => {
      await assert.rejects(release(...args), (error) => {
        assert.ok(error instanceof UsageError);
        assert.match(error.sentence, message);
        assert.match(error.remedy, /npm run release -- publish <remote>/);
        return true;
      });
    });

  test('A rollback and a canary say to activate a version first', async () => {
    for (const words of ['rollback reports', 'canary reports 1.0.0 --percent 5'])
      await assert.rejects(
        release(...words.split(' ')),
        /reports has no active version yet\.\n.*release -- activate reports/,
      );
  });

  test('The status and a rollback know a remote that only the store has', async () => {
    for (const version of ['1.0.0', '2.0.0']) await activateInStore(at.store, 'tournaments', version);
    assert.match(await release('status'), /\ntournaments\n {2}active +2\.0\.0\n/);
    assert.equal(await release('rollback', 'tournaments'), 'tournaments 1.0.0 is active again.');
    await assert.rejects(release('rollback', 'stranger'), /"stranger" is not a remote\./);
  });

  test('A canary of the active version is refused', async () => {
    await activateInStore(at.store, 'reports', '1.0.0');
    await assert.rejects(
      release('canary', 'reports', '1.0.0', '--percent', '5'),
      /reports 1\.0\.0 is already active for all users\./,
    );
  });

  test('The command overrides lists the origins without one, and removes them with "none"', async () => {
    const origin = 'http://localhost:3101';
    assert.match(await release('overrides', origin), /allowed from: http:\/\/localhost:3101$/);
    assert.match(await release('overrides'), /allowed from: http:\/\/localhost:3101$/);
    assert.deepEqual((await readRegistry(at.store)).overrideOrigins, [origin]);
    assert.equal(await release('overrides', 'none'), 'Overrides are off.');
    assert.deepEqual((await readRegistry(at.store)).overrideOrigins, []);
  });

  test('One sentence says that the database or its login is missing', async () => {
    for (const [url, message] of [
      [
        'postgresql://palier_releases@127.0.0.1:9/palier',
        /✗ The release store: The database does not answer: check its address \(.*127\.0\.0\.1:9\)/,
      ],
      [
        'postgresql://palier_releases@127.0.0.1:9/palier?sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
        /✗ RELEASES_DATABASE_URL names the file \/nowhere\/ca\.pem, which cannot be read/,
      ],
      [
        `${at.database.releasesUrl}?sslmode=verify-full`,
        /✗ The release store: The certificate of the database is refused \(.*does not support SSL/,
      ],
      ['', /✗ RELEASES_DATABASE_URL is missing\./],
    ] as const) {
      const { code, output } = await runNode([...program('releases/src/main.ts'), 'overrides', 'none'], {
        env: { RELEASES_DATABASE_URL: url },
      });
      assert.equal(code, 3);
      assert.match(output, message);
      assert.doesNotMatch(output, /\n +at /, 'a stack');
    }
  });
});
