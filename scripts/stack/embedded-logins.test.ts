import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { migrate } from '@palier/server/database';
import { startEmbeddedPostgres } from './postgres/embedded';
import { temporaryFolder } from '@palier/base/process/temporary-folder';
import { createProviderLogin, createServerLogins } from './embedded-logins';

test('embedded logins: none is a superuser, leaves its role or reads the data of another', async (t) => {
  const cluster = await startEmbeddedPostgres({ dataDir: await temporaryFolder() });
  t.after(() => cluster.stop());
  const ask = async (url: string, statements: string): Promise<unknown> => {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      const results = (await client.query(statements)) as pg.QueryResult | pg.QueryResult[];
      return [results].flat().at(-1)?.rows;
    } catch (error) {
      return (error as pg.DatabaseError).code;
    } finally {
      await client.end();
    }
  };
  await createServerLogins(cluster.url);
  // A second start gives new passwords.
  const { ownerUrl, applicationUrl, releasesUrl } = await createServerLogins(cluster.url);
  const providerUrl = await createProviderLogin(cluster.url);
  await migrate(ownerUrl);

  const refused = '42501';
  assert.deepEqual(await ask(applicationUrl, 'select count(*)::int as accounts from jackpot_pots'), [
    { accounts: 3 },
  ]);
  for (const escape of [
    'set role none',
    'reset role',
    'set role palier',
    'set session authorization postgres',
  ])
    assert.equal(await ask(applicationUrl, `${escape}; update accounts set balance = 1`), refused, escape);
  assert.deepEqual(await ask(releasesUrl, 'select count(*)::int as versions from release_versions'), [
    { versions: 0 },
  ]);
  for (const table of ['accounts', 'users', 'sessions', 'postings', 'accepted_registry'])
    assert.equal(await ask(releasesUrl, `select from ${table}`), refused, table);
  const superusers = "select rolname from pg_roles where rolsuper and rolname !~ '^pg_'";
  assert.deepEqual(await ask(ownerUrl, superusers), [{ rolname: 'postgres' }]);
  assert.deepEqual(await ask(providerUrl, 'select 1 as own'), [{ own: 1 }]);
  const inDatabase = (url: string, database: string): string =>
    Object.assign(new URL(url), { pathname: `/${database}` }).href;
  assert.equal(await ask(inDatabase(providerUrl, 'palier'), 'select 1'), refused);
  for (const url of [applicationUrl, releasesUrl, providerUrl])
    for (const database of ['postgres', 'template1'])
      assert.equal(await ask(inDatabase(url, database), 'select 1'), refused, `${database} by ${url}`);
});
