import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '@palier/test-support/test-database';
import { program } from '@palier/base/process/program';
import { type RunResult, runNode } from '@palier/base/process/run';
import { applicationRoleOf, releasesRoleOf } from '../../src/database/application-role';
import { describeChangedCollations, hasSystemCollation } from '../../src/database/collations';
import { migrate } from '../../src/database/migrate';
import { createPool, type Pool } from '../../src/database/pool';
import { seedDemo } from '../../src/demo/seed';
import { AmcheckUnavailable, findDamagedKeys } from '../../src/operator/unique-keys';
import { readColumn, readValue, rolledBack } from '../database';

const ADMIN = program('server/src/operator/main.ts');
const OLD_VERSION = '153.14';
/** Keys that ICU orders otherwise than by their bytes. */
const KEYS = Array.from({ length: 600 }, (_, index) => {
  const number = (index * 7_919) % 600;
  return `${number % 2 === 0 ? 'Key' : 'key'}${['-', '_', '.', ''][number % 4]}${number}`;
});

let cluster: TestDatabase;
let superuser: Pool;
let name: string;
let url: string;
let applicationUrl: string;
let owner: Pool;

/** A database with the locale of a French system, as `create database` makes it without a locale there. */
before(async () => {
  cluster = await createTestDatabase('empty');
  superuser = createPool(cluster.url, { asOwner: true });
  name = `${new URL(cluster.url).pathname.slice(1)}_fr`;
  await superuser.query(
    `create database ${name} template template0 encoding 'UTF8'
       locale_provider icu icu_locale 'fr-FR' locale 'C'`,
  );
  url = Object.assign(new URL(cluster.url), { pathname: `/${name}` }).href;
  const role = { username: applicationRoleOf(name), password: 'application' };
  applicationUrl = Object.assign(new URL(url), role).href;
  await migrate(url, { applicationUrl });
  await seedDemo(url);
  owner = createPool(url, { asOwner: true });
});
after(async () => {
  await owner.end();
  await superuser.query(`drop database ${name} with (force)`);
  await superuser.query(`drop role ${applicationRoleOf(name)}, ${releasesRoleOf(name)}`);
  await superuser.end();
  await cluster.drop();
});

const run = (...words: string[]): Promise<RunResult> =>
  runNode([...ADMIN, ...words], {
    env: {
      ...process.env,
      OWNER_DATABASE_URL: url,
      DATABASE_URL: applicationUrl,
      DATA_DIR: cluster.folder,
      PROVIDER_AGENT_TOKEN: 'token-of-a-test',
      PROVIDER_SECRET: 'secret-of-a-test',
      PROVIDER_URL: 'http://127.0.0.1:9/gold_api',
    },
  });

const storeVersion = (version: string | null): Promise<unknown> =>
  superuser.query('update pg_database set datcollversion = $1 where datname = $2', [version, name]);

/** Runs, as the owner, the statements that a sentence tells the operator to run. */
async function runWhatItSays(output: string): Promise<void> {
  const [, statements = ''] = /in this order: (.*;)$/m.exec(output) ?? [];
  for (const statement of statements.split(';').filter((one) => one.trim() !== ''))
    await owner.query(statement);
}

test('schema: text columns of an index are ordered by bytes in a database with a French locale', async () => {
  const wrong = await readColumn(
    owner,
    `select indexrelid::regclass || ' of ' || indrelid::regclass from pg_index i
      join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and exists (
        select from unnest(indcollation::oid[]) used where used <> 0 and used <> '"C"'::regcollation)`,
  );
  assert.deepEqual(wrong, []);
});

test('schema: a foreign key has the collation of the key that it names', async () => {
  const wrong = await readColumn(
    owner,
    `select k.conname from pg_constraint k cross join lateral unnest(k.conkey, k.confkey) pair (own, other)
       join pg_attribute own on own.attrelid = k.conrelid and own.attnum = pair.own
       join pg_attribute other on other.attrelid = k.confrelid and other.attnum = pair.other
      where k.contype = 'f' and own.attcollation <> other.attcollation`,
  );
  assert.deepEqual(wrong, []);
});

test('doctor: it hints at C.UTF-8 if the database has the locale of a system', async () => {
  const { output } = await run('doctor');
  assert.match(output, /^ok {6}The collations are those with which the indexes were built\.$/m);
  assert.match(output, /^hint {4}The database has a locale of the operating system or of ICU.*C\.UTF-8\.$/m);
});

test('documents: the database that docs/operations.md creates has no locale of a system', async () => {
  const page = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const [, settings = ''] = /create database palier owner palier_owner([^"]*)"/.exec(page) ?? [];
  assert.match(settings, /C\.UTF-8/);
  const documented = `${name}_documented`;
  await superuser.query(`create database ${documented} ${settings}`);
  const pool = createPool(Object.assign(new URL(url), { pathname: `/${documented}` }).href, {
    asOwner: true,
  });
  assert.equal(await hasSystemCollation(pool), false);
  assert.deepEqual(await describeChangedCollations(pool), []);
  await pool.end();
  await superuser.query(`drop database ${documented}`);
});

for (const [title, version] of [
  ['another version of its collations is stored', OLD_VERSION],
  ['no version of its collations is stored, as on a system without locales', null],
] as const)
  test(`doctor and verify: their advice repairs a database in which ${title}`, async () => {
    await storeVersion(version);
    const sentence =
      `The database ${name} was made with version ${version ?? 'unknown'} of its collation ` +
      'and now has version';
    const checked = await run('doctor');
    assert.match(checked.output, new RegExp(`^wrong   ${sentence} 153[.]`, 'm'));
    const { code, output } = await run('verify');
    assert.equal(code, 1);
    assert.match(output, /^The ledger is correct\.$/m);
    assert.match(output, new RegExp(`^WRONG: ${sentence} 153[.]`, 'm'));
    await runWhatItSays(output);
    assert.deepEqual(await run('verify'), { code: 0, output: 'The ledger is correct.\n' });
  });

test('verify: only a collation of another version that an index uses is named', async () => {
  await owner.query(`create index titles_in_french on game_titles (title collate "fr-FR-x-icu")`);
  await owner.query(
    "update pg_collation set collversion = $1 where collname in ('fr-FR-x-icu', 'de-DE-x-icu')",
    [OLD_VERSION],
  );
  const { code, output } = await run('verify');
  assert.equal(code, 1);
  assert.match(output, /^WRONG: The collation "fr-FR-x-icu" was made with version 153\.14/m);
  assert.doesNotMatch(output, /de-DE/);
  await runWhatItSays(output);
  assert.equal((await run('verify')).code, 0);
  await owner.query('drop index titles_in_french');
});

test('verify --indexes: it exits 3 and says how to install amcheck if that is missing', async () => {
  const { code, output } = await run('verify', '--indexes');
  assert.equal(code, 3);
  assert.match(output, /^The ledger is correct\.\nThe indexes were not checked: .*create extension amcheck;/);
});

test('verify --indexes: the sentence names the right that the owner lacks to run amcheck', async () => {
  await owner.query('create extension amcheck');
  await rolledBack(owner, async (client) => {
    await client.query(`set local role ${applicationRoleOf(name)}`);
    await assert.rejects(findDamagedKeys(client), (error) => {
      assert.ok(error instanceof AmcheckUnavailable);
      assert.match(error.message, /grant execute on function public\.bt_index_check/);
      return true;
    });
  });
});

test('verify --indexes: it exits 0 if every unique index agrees with its table', async () => {
  const { code, output } = await run('verify', '--indexes');
  const count = await readValue<bigint>(
    owner,
    `select count(*) from pg_index i join pg_class c on c.oid = indexrelid
        where indisunique and relnamespace = 'public'::regnamespace`,
  );
  assert.deepEqual(
    [code, output],
    [0, `The ledger is correct.\nThe ${count} unique indexes agree with their tables.\n`],
  );
});

test('verify --indexes: an index that takes a key twice in a new collation is named', async () => {
  const addKeys = (accountId: number, keys: readonly string[]) =>
    owner.query(
      `insert into idempotency_keys (account_id, key, fingerprint, answer) select $1, key, '', '{}'
          from unnest($2::text[]) key`,
      [accountId, keys],
    );
  await addKeys(-1, KEYS);
  await owner.query('create unique index keys_once on idempotency_keys (key collate "fr-FR-x-icu")');
  await assert.rejects(addKeys(-2, KEYS.slice(0, 1)), { code: '23505' });
  // The order on the disk is now another than the one by which PostgreSQL searches.
  await owner.query(`update pg_index set indcollation = '950' where indexrelid = 'keys_once'::regclass`);
  let taken = 0;
  for (const key of KEYS)
    await addKeys(-2, [key]).then(
      () => (taken += 1),
      () => undefined,
    );
  assert.ok(taken > 0, 'no key was taken twice');
  const { code, output } = await run('verify', '--indexes');
  assert.equal(code, 1);
  assert.match(
    output,
    /^WRONG: the index keys_once of idempotency_keys is damaged: (?:item order|high key) invariant violated/m,
  );
  await owner.query('drop index keys_once; delete from idempotency_keys where account_id < 0');
});

test('verify --indexes: a unique index that lacks a row is named', async () => {
  const setReady = (isReady: boolean) =>
    owner.query(`update pg_index set indisready = $1 where indexrelid = 'login_failures_pkey'::regclass`, [
      isReady,
    ]);
  await setReady(false);
  await owner.query("insert into login_failures values ('name:samia', 1, now())");
  await setReady(true);
  const { code, output } = await run('verify', '--indexes');
  assert.equal(code, 1);
  assert.match(
    output,
    /^WRONG: the index login_failures_pkey of login_failures is damaged: .* lacks matching index tuple/m,
  );
  await owner.query('reindex index login_failures_pkey');
  assert.equal((await run('verify', '--indexes')).code, 0);
});
