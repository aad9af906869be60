import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { appendFile, cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase } from '@palier/test-support/test-database';
import { verifyLedger } from '../../src/operator/verify';
import { migrate } from '../../src/database/migrate';
import { createPool, type Pool } from '../../src/database/pool';
import { seedDemo } from '../../src/demo/seed';
import { applyAgentMovements } from '../../src/ledger/ledger.repository';
import { readRow, readValue } from '../database';

const DATABASE = fileURLToPath(new URL('../../database', import.meta.url));
const SNAPSHOT = fileURLToPath(new URL('./schema-snapshot.txt', import.meta.url));

/** The number of this version's migrations. */
const MIGRATIONS = 1;

let database: TestDatabase;
let owner: Pool;
before(async () => {
  database = await createTestDatabase('empty');
  owner = createPool(database.url, { asOwner: true });
});
after(async () => {
  await owner.end();
  await database.drop();
});

const threeAtOnce = (databaseDir = DATABASE): Promise<unknown> =>
  Promise.all(
    [1, 2, 3].map(() => migrate(database.url, { databaseDir, applicationUrl: database.applicationUrl })),
  );

const readApplied = () =>
  readRow<{ migrations: number; functions: number }>(
    owner,
    `select (select count(*)::int from palier_migrations) as migrations,
             (select count(*)::int from palier_functions) as functions`,
  );

describe('new database', () => {
  test('migrate: three processes that start at once make the schema once', async () => {
    await threeAtOnce();
    assert.deepEqual(await readApplied(), { migrations: MIGRATIONS, functions: 1 });
    await threeAtOnce();
    assert.deepEqual(await readApplied(), { migrations: MIGRATIONS, functions: 1 });
  });
  test('demo: three processes that start at once on an empty database seed it once', async () => {
    await Promise.all([1, 2, 3].map(() => seedDemo(database.url)));
    const { rowCount: capos } = await owner.query("select from users where role = 'ROLE_CAPO'");
    assert.equal(capos, 1);
    assert.equal(await verifyLedger(owner), null);
  });

  /** After an intended change, in server/: RECORD=1 node --import tsx --test test/api/schema.test.ts */
  test('schema: columns, constraints, rights and settings of functions are those recorded', async () => {
    const query = await readFile(new URL('./schema-snapshot.sql', import.meta.url), 'utf8');
    const { rows } = await owner.query<{ object: string; properties: string }>(query);
    // The roles have names of this database.
    const text = JSON.stringify(rows)
      .replaceAll(new URL(database.applicationUrl).username, 'palier_app')
      .replaceAll(new URL(database.releasesUrl).username, 'palier_releases');
    const found = new Map(
      (JSON.parse(text) as typeof rows).map(({ object, properties }) => {
        const sorted = properties.split('\n').sort().join('\n');
        const hash = createHash('sha256').update(sorted).digest('hex').slice(0, 16);
        return [`${object} ${hash}`, sorted] as const;
      }),
    );
    if (process.env.RECORD === '1') await writeFile(SNAPSHOT, `${[...found.keys()].join('\n')}\n`);
    const recorded = (await readFile(SNAPSHOT, 'utf8')).trimEnd().split('\n');
    const changed = [...found].filter(([object]) => !recorded.includes(object));
    assert.deepEqual(changed, [], 'objects that are not as recorded, with their present properties');
    assert.deepEqual([...found.keys()], recorded);
  });
});

describe('database of the previous version', () => {
  /** One more migration, and a changed function. */
  let nextVersion: string;
  /** The same migration, and the function changed again. */
  let laterVersion: string;
  before(async () => {
    await seedDemo(database.url);
    nextVersion = path.join(database.folder, 'next');
    await cp(DATABASE, nextVersion, { recursive: true });
    await writeFile(
      path.join(nextVersion, 'migrations/9999_next.sql'),
      "-- Up Migration\nalter table transfers add column note text not null default '';\n",
    );
    const changed = (answer: number): string =>
      `create or replace function schema_version() returns int language sql as 'select ${answer}';\n`;
    await appendFile(path.join(nextVersion, '07-journal.sql'), changed(2));
    laterVersion = path.join(database.folder, 'later');
    await cp(nextVersion, laterVersion, { recursive: true });
    await appendFile(path.join(laterVersion, '07-journal.sql'), changed(3));
  });

  const schemaVersion = () => readValue<number>(owner, 'select schema_version()');

  test('migrate: it gives up and changes nothing while a backup holds a table to be changed', async () => {
    const backup = await owner.connect();
    try {
      await backup.query('begin; select from transfers limit 1');
      await assert.rejects(migrate(database.url, { databaseDir: nextVersion }), { code: '55P03' });
    } finally {
      await backup.query('rollback');
      backup.release();
    }
    assert.deepEqual(await readApplied(), { migrations: MIGRATIONS, functions: 1 });
  });

  test('migrate: no movement fails while three processes upgrade, and the ledger agrees', async () => {
    const agent = await readRow<{ agentUserId: number; agentAccountId: number }>(
      owner,
      `select id as "agentUserId", account_id as "agentAccountId" from users where username = 'admin'`,
    );
    const app = createPool(database.applicationUrl);
    let isUpgraded = false;
    let count = 0;
    // As in a running server, each connection keeps its compiled functions and plans across the upgrade.
    const writers = [1, 2, 3].map(async (size) => {
      const movement = { kind: 'DEPOSIT', ...agent, receiverUsername: 'client', amount: 1n } as const;
      for (let turn = 0; !isUpgraded || turn < 20; turn += 1) {
        const results = await applyAgentMovements(
          app,
          Array.from({ length: size }, () => movement),
        );
        assert.ok(results.every(({ ok }) => ok));
        count += results.length;
      }
    });
    await Promise.all([threeAtOnce(nextVersion).finally(() => (isUpgraded = true)), ...writers]);
    await app.end();
    assert.ok(count >= 120);
    assert.deepEqual(await readApplied(), { migrations: MIGRATIONS + 1, functions: 2 });
    assert.equal(await schemaVersion(), 2);
    assert.equal(await verifyLedger(owner), null);
  });

  test('migrate: functions that have changed are applied again without a migration', async () => {
    await threeAtOnce(laterVersion);
    assert.equal(await schemaVersion(), 3);
    assert.deepEqual(await readApplied(), { migrations: MIGRATIONS + 1, functions: 3 });
  });

  test('migrate: a schema with a newer migration or newer functions is refused', async () => {
    await assert.rejects(migrate(database.url), /newer than this server \(migration 9999_next\)/);
    await assert.rejects(
      migrate(database.url, { databaseDir: nextVersion }),
      /newer than this server \(functions\)/,
    );
    assert.equal(await schemaVersion(), 3);
    await migrate(database.url, { databaseDir: laterVersion });
  });

  test('migrate: a function with other arguments or another result replaces the older one', async () => {
    const withOlder = path.join(database.folder, 'older-signature');
    await cp(laterVersion, withOlder, { recursive: true });
    const define = (of: string, form: string): Promise<void> =>
      appendFile(path.join(of, '07-journal.sql'), `create or replace function ${form};\n`);
    await define(withOlder, 'shown(a int, b int) returns int language sql as $$ select a + b $$');
    await define(withOlder, 'told(a int) returns int language sql as $$ select a $$');
    await appendFile(
      path.join(withOlder, '10-audit-views.sql'),
      'create or replace view shown_view as select shown(1, 1) as sum;\n',
    );
    await migrate(database.url, { databaseDir: withOlder });
    const changed = path.join(database.folder, 'changed-signature');
    await cp(laterVersion, changed, { recursive: true });
    await define(
      changed,
      'shown(a int, b int, c int default 1) returns int language sql as $$ select a + b + c $$',
    );
    await define(changed, 'told(a int, out told text) language sql as $$ select a::text $$');
    await appendFile(
      path.join(changed, '10-audit-views.sql'),
      'create or replace view shown_view as select shown(1, 1) as sum;\n' +
        'grant execute on function shown to public;\n',
    );
    await migrate(database.url, { databaseDir: changed });
    assert.equal(await readValue<number>(owner, 'select sum from shown_view'), 3);
    assert.equal(await readValue<string>(owner, 'select told(7)'), '7');
    assert.equal(
      await readValue<number>(owner, "select count(*)::int from pg_proc where proname = 'shown'"),
      1,
    );
  });
});
