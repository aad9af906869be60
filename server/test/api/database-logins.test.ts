import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '@palier/test-support/test-database';
import { migrate } from '../../src/database/migrate';
import { createPool } from '../../src/database/pool';

let own: TestDatabase;
/** The owner's address of a second database in the same cluster. */
let otherUrl: string;
before(async () => {
  own = await createTestDatabase('schema');
  const url = new URL(own.url);
  url.pathname += '_other';
  otherUrl = url.href;
  await runOnce(own.url, `create database ${nameOf(otherUrl)}`);
  await migrate(otherUrl);
});
after(async () => {
  await runOnce(own.url, `drop database ${nameOf(otherUrl)}`);
  await runOnce(own.url, `drop role ${nameOf(otherUrl)}_app, ${nameOf(otherUrl)}_releases`);
  await own.drop();
});

/** Runs statements on a connection of its own; returns the rows of the last one. */
async function runOnce(url: string, statements: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
    return [(await client.query(statements)) as unknown as pg.QueryResult].flat().at(-1)!.rows;
  } finally {
    await client.end();
  }
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1);

/** The refusal of the server's first connection; null when it is accepted. */
async function refusalOf(url: string): Promise<string | null> {
  const pool = createPool(url);
  try {
    await pool.query('select');
    return null;
  } catch (error) {
    return (error as Error).message;
  } finally {
    await pool.end();
  }
}

test('logins: the login of one database cannot connect to another of the cluster', async () => {
  const elsewhere = Object.assign(new URL(own.applicationUrl), { pathname: new URL(otherUrl).pathname });
  await assert.rejects(runOnce(elsewhere.href, 'select from users'), { code: '42501' });
  await runOnce(otherUrl, `grant connect on database ${nameOf(otherUrl)} to ${nameOf(own.url)}_app`);
  await assert.rejects(runOnce(elsewhere.href, 'select from users'), { code: '42501' });
  assert.match((await refusalOf(elsewhere.href)) ?? '', /the server runs as \w+_app alone/);
});

test('logins: the application may not leave its role, change a table or create one', async () => {
  for (const statement of [
    'reset role; update accounts set balance = 1',
    'set role postgres',
    "select create_capo('thief', '')",
    'select issue_money(1, 1, null, null)',
    'create table loot ()',
    'create temp table loot ()',
  ])
    await assert.rejects(runOnce(own.applicationUrl, statement), { code: '42501' }, statement);
});

test('connections: a wrong login, setting or durability of commits is refused with a sentence', async () => {
  const role = `${nameOf(own.url)}_app`;
  assert.equal(await refusalOf(own.applicationUrl), null);
  assert.match((await refusalOf(own.url)) ?? '', /account of DATABASE_URL is postgres/);
  for (const [change, undo, sentence] of [
    [`grant pg_monitor to ${role}`, `revoke pg_monitor from ${role}`, null],
    [`grant postgres to ${role}`, `revoke postgres from ${role}`, /rights of the owner of accepted_registry/],
    ...[
      ['statement_timeout', '0', '10s'],
      ['default_transaction_isolation', "'serializable'", "'read committed'"],
      ['search_path', 'pg_temp, public', 'public'],
    ].map(
      ([name, value, before]) =>
        [
          `alter role ${role} in database ${nameOf(own.url)} set ${name} = ${value}`,
          `alter role ${role} in database ${nameOf(own.url)} set ${name} = '${before!.replaceAll("'", '')}'`,
          new RegExp(`has ${name} = .* run palier migrate`),
        ] as const,
    ),
    [
      `alter role ${role} set synchronous_commit = off`,
      `alter role ${role} reset synchronous_commit`,
      /synchronous_commit is off/,
    ],
    [
      `alter role ${role} set default_transaction_read_only = on`,
      `alter role ${role} reset all`,
      /read-only/,
    ],
  ] as const) {
    await runOnce(own.url, change);
    const refusal = await refusalOf(own.applicationUrl);
    await runOnce(own.url, undo);
    if (sentence === null) assert.equal(refusal, null, change);
    else assert.match(refusal ?? '', sentence, change);
  }
  assert.equal(await refusalOf(own.applicationUrl), null);
});

/** The application's address with `host:port` before its own host. */
const withFirstHost = (host: string): string => own.applicationUrl.replace('@', `@${host},`);

test('connections: the next host is used when the first one does not answer or is read-only', async (t) => {
  assert.equal(await refusalOf(withFirstHost('127.0.0.1:1')), null);
  const { hostname, port } = new URL(own.applicationUrl);
  let connections = 0;
  // The same PostgreSQL, with one more parameter in the first message of each connection.
  const readOnlyHost = createServer((client) => {
    connections += 1;
    const database = connect(Number(port), hostname);
    const pair = [client, database];
    for (const socket of pair) socket.on('error', () => pair.forEach((one) => one.destroy()));
    client.once('data', (startup) => {
      const message = Buffer.concat([
        startup.subarray(0, -1),
        Buffer.from('default_transaction_read_only\0on\0\0'),
      ]);
      message.writeInt32BE(message.length);
      database.write(message);
      client.pipe(database).pipe(client);
    });
  }).listen(0, '127.0.0.1');
  t.after(() => readOnlyHost.close());
  await once(readOnlyHost, 'listening');
  const address = `127.0.0.1:${(readOnlyHost.address() as AddressInfo).port}`;
  const alone = new URL(own.applicationUrl);
  alone.host = address;
  assert.match((await refusalOf(alone.href)) ?? '', /read-only/);
  assert.equal(await refusalOf(withFirstHost(address)), null);
  assert.equal(connections, 2);
});
