import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { endRuns, runCommandFile } from './testing/command-run';

/** A folder that not even root can create. */
const UNWRITABLE = '/proc/palier';

after(endRuns);

test('npm run admin: with DATABASE_URL the data folder is not used; without one an unwritable folder is reported', async () => {
  const elsewhere = runCommandFile('scripts/src/admin.ts', ['verify'], {
    DATA_DIR: UNWRITABLE,
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/books',
  });
  assert.equal(await elsewhere.ended, 3);
  assert.match(elsewhere.said(), /ECONNREFUSED/);
  assert.doesNotMatch(elsewhere.said(), /data folder/);

  const here = runCommandFile('scripts/src/admin.ts', ['verify'], { DATA_DIR: UNWRITABLE });
  assert.equal(await here.ended, 3);
  assert.match(here.said(), /The data folder \/proc\/palier cannot be written/);
});
