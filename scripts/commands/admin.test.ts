import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ROOT } from '@palier/base/paths';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { endRuns, runCommandFile } from '@palier/test-support/command-run';

/** A folder that not even root can create. */
const UNWRITABLE = '/proc/palier';

after(endRuns);

test('npm run admin: an unwritable data folder is reported unless a database is given', async () => {
  const elsewhere = runCommandFile('scripts/commands/admin.ts', ['verify'], {
    DATA_DIR: UNWRITABLE,
    OWNER_DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/books',
  });
  assert.equal(await elsewhere.ended, 3);
  assert.match(elsewhere.said(), /ECONNREFUSED/);
  assert.doesNotMatch(elsewhere.said(), /data folder/);

  const here = runCommandFile('scripts/commands/admin.ts', ['verify'], { DATA_DIR: UNWRITABLE });
  assert.equal(await here.ended, 3);
  assert.match(here.said(), /The data folder \/proc\/palier cannot be written[^]*DATA_DIR=/);
});

test('npm run admin: no database is started in production without DATABASE_URL', async () => {
  const folder = await temporaryFolder();
  const run = runCommandFile('scripts/commands/admin.ts', ['mint', 'capo', '5'], {
    DATA_DIR: folder,
    NODE_ENV: 'production',
  });
  assert.equal(await run.ended, 3);
  assert.match(run.said(), /DATABASE_URL is missing, and production never uses the embedded PostgreSQL/);
  assert.ok(!existsSync(join(folder, 'postgres')));
});

test('npm run admin: production packages that differ from the lock cause no installation', async () => {
  const folder = await temporaryFolder();
  await Promise.all(
    ['scripts/commands/dist', 'node_modules'].map((name) => mkdir(join(folder, name), { recursive: true })),
  );
  await cp(join(ROOT, 'scripts/bootstrap.mjs'), join(folder, 'scripts/bootstrap.mjs'));
  await writeFile(join(folder, 'scripts/commands/dist/admin.mjs'), "console.log('recounted')");
  await writeFile(join(folder, 'npm.cjs'), "require('node:fs').writeFileSync('installed', '')");
  const lock = { packages: { 'node_modules/pg': { version: '8.0.0' } } };
  await writeFile(join(folder, 'package-lock.json'), JSON.stringify(lock));
  await writeFile(join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: {} }));
  for (const [command, code] of [
    ['admin', 0],
    ['start', 3],
  ] as const) {
    const { status, stdout } = spawnSync(process.execPath, ['scripts/bootstrap.mjs', command], {
      cwd: folder,
      env: { PATH: process.env.PATH, npm_execpath: join(folder, 'npm.cjs') },
      encoding: 'utf8',
    });
    assert.equal(status, code);
    assert.equal(stdout, command === 'admin' ? 'recounted\n' : '');
    assert.ok(!existsSync(join(folder, 'installed')));
  }
});
